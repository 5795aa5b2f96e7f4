-- What N'Takpe, Suter and Casanova say, measured on campaigns of the studies mixed-parallel, -thresholds and -readings.
-- Only instances count that all seven strategies of the study completed, or all four thresholds; other strategies change nothing.
-- Percentages are ratios of means with their interval for other draws of platforms p and graphs w. One tolerance serves all
-- ratios of the paper: a tenth of it, on the same side of 1. Steps between groups take these as independent; the draws that
-- they share make the intervals too wide rather than too narrow. The largest of several has an interval where all have one.
-- paper: N'Takpe, Suter, Casanova, ISPDC 2007
-- studies: mixed-parallel, mixed-parallel-thresholds, mixed-parallel-readings
-- study: mixed-parallel, mixed-parallel-readings
-- tolerance: none
-- needs: 30
-- instances: processors = processors of HCPA-OPT-FLEX; differs = flex_differs of HCPA-OPT-FLEX;
--   sequential = sequential_makespan of HCPA-OPT-FLEX;
--   m_heft = makespan of M-HEFT; e_heft = efficiency of M-HEFT;
--   m_imp = makespan of M-HEFT-IMP; e_imp = efficiency of M-HEFT-IMP;
--   m_eff = makespan of M-HEFT-EFF; e_eff = efficiency of M-HEFT-EFF;
--   m_max = makespan of M-HEFT-MAX; e_max = efficiency of M-HEFT-MAX;
--   m_hcpa = makespan of HCPA; e_hcpa = efficiency of HCPA;
--   m_opt = makespan of HCPA-OPT; e_opt = efficiency of HCPA-OPT;
--   m_flex = makespan of HCPA-OPT-FLEX; e_flex = efficiency of HCPA-OPT-FLEX;
CREATE TEMP VIEW fair AS SELECT platform_id AS p, workload_id AS w, * FROM instance;

-- Means over all instances, in one scan, and the half-widths of the intervals of the ratios that claims are about:
-- m_imp_heft is that of m_imp / m_heft.
CREATE TEMP TABLE total AS
SELECT *, CASE max(m_heft, m_imp, m_eff, m_max, m_hcpa, m_opt, m_flex)
            WHEN m_heft THEN 1 WHEN m_imp THEN 2 WHEN m_eff THEN 3 WHEN m_max THEN 4 WHEN m_hcpa THEN 5 WHEN m_opt THEN 6
            ELSE 7 END AS slowest
FROM (SELECT count(*) AS instances, sum(differs) AS changed, confidence(differs, p, w) AS changed_margin,
             avg(m_flex < m_opt) AS shorter, confidence(m_flex < m_opt, p, w) AS shorter_margin,
             avg(sequential) AS sequential, avg(m_heft) AS m_heft, avg(e_heft) AS e_heft,
             avg(m_imp) AS m_imp, avg(e_imp) AS e_imp, avg(m_eff) AS m_eff, avg(e_eff) AS e_eff, avg(m_max) AS m_max,
             avg(e_max) AS e_max, avg(m_hcpa) AS m_hcpa, avg(e_hcpa) AS e_hcpa, avg(m_opt) AS m_opt, avg(e_opt) AS e_opt,
             avg(m_flex) AS m_flex, avg(e_flex) AS e_flex,
             confidence(m_heft, p, w) AS m_heft_margin, confidence(e_heft, p, w) AS e_heft_margin,
             ratio_margin(m_imp, m_heft, p, w) AS m_imp_heft, ratio_margin(e_imp, e_heft, p, w) AS e_imp_heft,
             ratio_margin(m_eff, m_heft, p, w) AS m_eff_heft, ratio_margin(e_eff, e_heft, p, w) AS e_eff_heft,
             ratio_margin(m_max, m_heft, p, w) AS m_max_heft, ratio_margin(e_max, e_heft, p, w) AS e_max_heft,
             ratio_margin(m_opt, m_hcpa, p, w) AS m_opt_hcpa, ratio_margin(e_opt, e_hcpa, p, w) AS e_opt_hcpa,
             ratio_margin(m_flex, m_hcpa, p, w) AS m_flex_hcpa, ratio_margin(e_flex, e_hcpa, p, w) AS e_flex_hcpa,
             ratio_margin(m_opt, m_eff, p, w) AS m_opt_eff, ratio_margin(e_opt, e_eff, p, w) AS e_opt_eff,
             ratio_margin(m_opt, m_max, p, w) AS m_opt_max, ratio_margin(e_opt, e_max, p, w) AS e_opt_max,
             ratio_margin(m_opt, m_imp, p, w) AS m_opt_imp, ratio_margin(e_opt, e_imp, p, w) AS e_opt_imp
      FROM fair);

-- Bins of 100 processors, those with at least 30 instances: HCPA-OPT against HCPA, in %.
CREATE TEMP TABLE by_size AS
SELECT processors / 100 * 100 AS processors, count(*) AS instances,
       100 * (avg(m_opt) / avg(m_hcpa) - 1) AS makespan, 100 * ratio_margin(m_opt, m_hcpa, p, w) AS makespan_margin,
       100 * (avg(e_opt) / avg(e_hcpa) - 1) AS efficiency, 100 * ratio_margin(e_opt, e_hcpa, p, w) AS efficiency_margin
FROM fair GROUP BY 1 HAVING count(*) >= 30;

-- HCPA-OPT against HCPA beyond 500 processors.
CREATE TEMP TABLE large AS
SELECT count(*) AS instances, avg(m_opt) / avg(m_hcpa) AS makespan, ratio_margin(m_opt, m_hcpa, p, w) AS makespan_margin,
       avg(e_opt) / avg(e_hcpa) AS efficiency, ratio_margin(e_opt, e_hcpa, p, w) AS efficiency_margin
FROM fair WHERE processors > 500;

-- What packing does, by the number of clusters; the gain in makespan where it changes the schedule.
CREATE TEMP TABLE packing AS
SELECT clusters, count(*) AS instances, sum(differs) AS changed, avg(differs) AS share,
       confidence(differs, p, w) AS share_margin,
       1 - sum(m_flex) FILTER (WHERE differs) / sum(m_opt) FILTER (WHERE differs) AS gain,
       ratio_margin(m_flex, m_opt, p, w) FILTER (WHERE differs) AS margin
FROM fair JOIN platform ON platform.id = p WHERE clusters IN (1, 2, 4, 8) GROUP BY clusters;

-- What a modified version gains over its original in the metric in which it gains less, in %.
CREATE TEMP VIEW lesser_gain AS
WITH gain(original, version, makespan, m_margin, efficiency, e_margin) AS (
  SELECT 'HCPA', 'OPT', 1 - m_opt / m_hcpa, m_opt_hcpa, e_opt / e_hcpa - 1, e_opt_hcpa FROM total UNION ALL
  SELECT 'HCPA', 'FLEX', 1 - m_flex / m_hcpa, m_flex_hcpa, e_flex / e_hcpa - 1, e_flex_hcpa FROM total UNION ALL
  SELECT 'M-HEFT', 'IMP5', 1 - m_imp / m_heft, m_imp_heft, e_imp / e_heft - 1, e_imp_heft FROM total UNION ALL
  SELECT 'M-HEFT', 'EFF50', 1 - m_eff / m_heft, m_eff_heft, e_eff / e_heft - 1, e_eff_heft FROM total UNION ALL
  SELECT 'M-HEFT', 'MAX50', 1 - m_max / m_heft, m_max_heft, e_max / e_heft - 1, e_max_heft FROM total)
SELECT original, version, 100 * min(makespan, efficiency) AS gain,
       100 * CASE WHEN makespan < efficiency THEN m_margin ELSE e_margin END AS margin
FROM gain;

-- M-HEFT-IMP with thresholds of 2, 5, 10 and 20 %; begins with a label that only the study of thresholds has. LIMIT keeps
-- SQLite from beginning with the results, which takes long where the labels are those of a reading.
CREATE TEMP TABLE improvement AS
SELECT t2.platform_id AS p, t2.workload_id AS w, t2.makespan AS m2, t2.efficiency AS e2, t5.makespan AS m5,
       t5.efficiency AS e5, t10.makespan AS m10, t10.efficiency AS e10, t20.makespan AS m20, t20.efficiency AS e20
FROM (SELECT id FROM strategy WHERE label = 'M-HEFT-IMP:threshold=0.02' LIMIT 1) s
CROSS JOIN result t2 ON t2.strategy_id = s.id
JOIN result t5 USING (platform_id, workload_id)
JOIN result t10 USING (platform_id, workload_id)
JOIN result t20 USING (platform_id, workload_id)
WHERE t2.makespan IS NOT NULL
  AND t5.strategy_id = (SELECT id FROM strategy WHERE label = 'M-HEFT-IMP') AND t5.makespan IS NOT NULL
  AND t10.strategy_id = (SELECT id FROM strategy WHERE label = 'M-HEFT-IMP:threshold=0.1') AND t10.makespan IS NOT NULL
  AND t20.strategy_id = (SELECT id FROM strategy WHERE label = 'M-HEFT-IMP:threshold=0.2') AND t20.makespan IS NOT NULL;

-- pattern: change
-- unit: %
SELECT 100 * (ratio - 1) AS measured, max(-100, 100 * (ratio - margin - 1)) AS low, 100 * (ratio + margin - 1) AS high, instances
FROM ({query});

-- claims: claim | metric     | m | paper    | accept           | unit
--   T1a1        | makespan   | m | 815.52 s | 733.97 .. 897.07 | s
--   T1a2        | efficiency | e | 0.105    | 0.0945 .. 0.1155 |
-- place: section 5.2, table 1
-- says: M-HEFT: mean {metric}
-- tolerance: a tenth
SELECT {m}_heft AS measured, max(0, {m}_heft - {m}_heft_margin) AS low, {m}_heft + {m}_heft_margin AS high, instances FROM total;

-- claims: claim | name         | version | metric     | m | paper    | accept
--   T1b1        | M-HEFT-IMP5  | imp     | makespan   | m | +92.3 %  | 73.07 .. 111.53
--   T1b2        | M-HEFT-IMP5  | imp     | efficiency | e | +487.6 % | 428.84 .. 546.36
--   T1c1        | M-HEFT-EFF50 | eff     | makespan   | m | +23.4 %  | 11.06 .. 35.74
--   T1c2        | M-HEFT-EFF50 | eff     | efficiency | e | +308.1 % | 267.29 .. 348.91
--   T1d1        | M-HEFT-MAX50 | max     | makespan   | m | -6.2 %   | -15.58 .. 0
--   T1d2        | M-HEFT-MAX50 | max     | efficiency | e | +71.6 %  | 54.44 .. 88.76
-- like: change
-- place: section 5.2, table 1
-- says: {name}: mean {metric} against M-HEFT
-- tolerance: a tenth of the ratio, same sign
SELECT {m}_{version} / {m}_heft AS ratio, {m}_{version}_heft AS margin, instances FROM total;

-- claims: claim | metric     | end | which    | paper          | accept       | tolerance
--   F1a1        | makespan   | max | largest  | at most +4.6 % | .. 4.6       | none
--   F1a2        | makespan   | min | smallest | up to -8 %     | -17.2 .. 0   | a tenth of the ratio, same sign
--   F1b1        | efficiency | min | smallest | +3 %           | 0 .. 13.3    | a tenth of the ratio, same sign
--   F1b2        | efficiency | max | largest  | +25 %          | 12.5 .. 37.5 | a tenth of the ratio, same sign
-- place: section 5.2, figure 1
-- says: HCPA-OPT: mean {metric} against HCPA, the {which} of all bins of 100 processors
-- unit: %
SELECT {end}({metric}) AS measured, max(-100, {metric} - {metric}_margin) AS low, {metric} + {metric}_margin AS high,
       coalesce(instances, 0) AS instances
FROM by_size;

-- claim: F1b3
-- place: section 5.2, figure 1
-- says: HCPA-OPT gains the most efficiency on fewer processors than the least: distance of the bins
-- paper: fewer processors
-- accept: > 0
WITH
  most AS (SELECT * FROM by_size ORDER BY efficiency DESC LIMIT 1),
  least AS (SELECT * FROM by_size ORDER BY efficiency LIMIT 1),
  may_be_most AS (SELECT min(b.processors) AS fewest, max(b.processors) AS most FROM by_size b, most
                  WHERE b.efficiency + b.efficiency_margin >= most.efficiency - most.efficiency_margin),
  may_be_least AS (SELECT min(b.processors) AS fewest, max(b.processors) AS most FROM by_size b, least
                   WHERE b.efficiency - b.efficiency_margin <= least.efficiency + least.efficiency_margin)
SELECT CASE WHEN bins > 1 THEN least.processors - most.processors END AS measured,
       CASE WHEN bins > 1 AND bins = margins THEN may_be_least.fewest - may_be_most.most END AS low,
       CASE WHEN bins > 1 AND bins = margins THEN may_be_least.most - may_be_most.fewest END AS high, counted AS instances
FROM (SELECT count(*) AS bins, count(efficiency_margin) AS margins, coalesce(sum(instances), 0) AS counted FROM by_size)
LEFT JOIN most LEFT JOIN least LEFT JOIN may_be_most LEFT JOIN may_be_least;

-- claims: claim | metric
--   F1c1        | makespan
--   F1c2        | efficiency
-- like: change
-- place: section 5.2
-- says: HCPA-OPT: mean {metric} against HCPA beyond 500 processors
-- paper: marginal
-- accept: -5 .. 5
-- tolerance: 5 %, our reading
SELECT {metric} AS ratio, {metric}_margin AS margin, instances FROM large;

-- claim: F2a1
-- place: section 5.2
-- says: HCPA-OPT-FLEX: instances in which packing changes the schedule
-- paper: about 4 %
-- accept: 2 .. 6
-- tolerance: 2 points
-- unit: %
SELECT 100.0 * changed / instances AS measured, max(0, 100 * (1.0 * changed / instances - changed_margin)) AS low,
       min(100, 100 * (1.0 * changed / instances + changed_margin)) AS high, instances
FROM total;

-- claim: F2a2
-- place: section 5.2
-- says: HCPA-OPT-FLEX: instances in which packing changes the schedule, single clusters
-- paper: above 7 %
-- accept: > 7
-- unit: %
SELECT 100 * share AS measured, max(0, 100 * (share - share_margin)) AS low,
       min(100, 100 * (share + share_margin)) AS high, instances
FROM packing WHERE clusters = 1;

-- claim: F2a3
-- place: section 5.2
-- says: place of single clusters by the share of instances in which packing changes the schedule
-- paper: 1
-- accept: 1 .. 1
WITH other AS (
  SELECT o.share - s.share AS apart, sqrt(pow(o.share_margin, 2) + pow(s.share_margin, 2)) AS apart_margin
  FROM packing o JOIN packing s ON s.clusters = 1 AND o.clusters <> 1)
SELECT CASE WHEN count(*) = 3 THEN 1 + sum(apart > 0) END AS measured,
       CASE WHEN count(apart_margin) = 3 THEN 1 + sum(apart > apart_margin) END AS low,
       CASE WHEN count(apart_margin) = 3 THEN 1 + sum(apart > -apart_margin) END AS high,
       (SELECT coalesce(sum(instances), 0) FROM packing) AS instances
FROM other;

-- claim: F2a4
-- place: section 5.2
-- says: HCPA-OPT-FLEX: instances in which packing makes the makespan shorter, another reading of F2a1
-- paper: about 4 %
-- accept: 2 .. 6
-- tolerance: 2 points
-- unit: %
SELECT 100 * shorter AS measured, max(0, 100 * (shorter - shorter_margin)) AS low, min(100, 100 * (shorter + shorter_margin)) AS high,
       instances
FROM total;

-- claim: F2b1
-- place: section 5.2, figure 2
-- says: HCPA-OPT-FLEX: makespan shorter than HCPA-OPT where packing changes it, single clusters
-- paper: above 15 %
-- accept: > 15
-- unit: %
-- needs: 10
SELECT 100 * gain AS measured, 100 * (gain - margin) AS low, min(100, 100 * (gain + margin)) AS high, changed AS instances
FROM packing WHERE clusters = 1;

-- claim: F2b2
-- place: section 5.2, figure 2
-- says: that gain falls from 1 to 2 to 4 to 8 clusters: its largest step, in points
-- paper: falls
-- accept: < 0
-- needs: 10
SELECT CASE count(step) WHEN 3 THEN 100 * max(step) END AS measured,
       CASE count(margin) WHEN 3 THEN 100 * max(step - margin) END AS low,
       CASE count(margin) WHEN 3 THEN 100 * max(step + margin) END AS high, sum(changed) AS instances
FROM (SELECT changed, gain - lag(gain) OVER size AS step, sqrt(margin * margin + pow(lag(margin) OVER size, 2)) AS margin
      FROM packing WINDOW size AS (ORDER BY clusters));

-- claim: F2b3
-- place: section 5.2, figure 2
-- says: that gain on 8 clusters
-- paper: not significant
-- accept: -5 .. 5
-- tolerance: 5 %, our reading
-- unit: %
-- needs: 10
SELECT 100 * gain AS measured, 100 * (gain - margin) AS low, min(100, 100 * (gain + margin)) AS high, changed AS instances
FROM packing WHERE clusters = 8;

-- claims: claim | original
--   F3a1        | HCPA
--   F3a2        | M-HEFT
-- place: section 5.2, figure 3
-- says: a modified {original} has shorter makespans and more efficiency: what the best one gains in the metric in which it
--   gains less
-- paper: more than 0
-- accept: > 0
-- unit: %
SELECT max(gain) AS measured, gain - margin AS low, gain + margin AS high, (SELECT instances FROM total) AS instances
FROM lesser_gain WHERE original = '{original}';

-- claims: claim | name         | other | metric     | m | paper   | accept         | tolerance
--   F3b1        | M-HEFT-EFF50 | eff   | makespan   | m | shorter | < 0            | none
--   F3b2        | M-HEFT-EFF50 | eff   | efficiency | e | higher  | > 0            | none
--   F3c1        | M-HEFT-MAX50 | max   | makespan   | m | +20 %   | 8 .. 32        | a tenth of the ratio, same sign
--   F3c2        | M-HEFT-MAX50 | max   | efficiency | e | +150 %  | 125 .. 175     | a tenth of the ratio, same sign
--   F3d1        | M-HEFT-IMP5  | imp   | makespan   | m | -42 %   | -47.8 .. -36.2 | a tenth of the ratio, same sign
--   F3d2        | M-HEFT-IMP5  | imp   | efficiency | e | -27 %   | -34.3 .. -19.7 | a tenth of the ratio, same sign
-- like: change
-- place: section 5.2, figure 3
-- says: HCPA-OPT: mean {metric} against {name}
SELECT {m}_opt / {m}_{other} AS ratio, {m}_opt_{other} AS margin, instances FROM total;

-- claim: F3e
-- place: section 5.2
-- says: mean makespan of one task after the other on the fastest processor, over that of the strategy, the least of 7
-- paper: at least 7
-- accept: 7 ..
SELECT factor AS measured, max(0, factor - margin) AS low, factor + margin AS high, instances
FROM (SELECT avg(sequential) / avg(m_slowest) AS factor, ratio_margin(sequential, m_slowest, p, w) AS margin,
             count(*) AS instances
      FROM (SELECT p, w, sequential, CASE (SELECT slowest FROM total)
                     WHEN 1 THEN m_heft WHEN 2 THEN m_imp WHEN 3 THEN m_eff WHEN 4 THEN m_max WHEN 5 THEN m_hcpa WHEN 6 THEN m_opt
                     ELSE m_flex END AS m_slowest
            FROM fair));

-- claim: X1a
-- study: mixed-parallel-thresholds
-- place: section 5.2, improved M-HEFT
-- says: M-HEFT-IMP: efficiency gained per makespan lost is less from 5 to 10 to 20 % than from 2 to 5 %: steps with
--   less
-- paper: 2 of 2
-- accept: 2 .. 2
WITH
  means AS MATERIALIZED (
    SELECT count(*) AS instances, resampled_means(m2, p, w) AS m2, resampled_means(e2, p, w) AS e2,
           resampled_means(m5, p, w) AS m5, resampled_means(e5, p, w) AS e5, resampled_means(m10, p, w) AS m10,
           resampled_means(e10, p, w) AS e10, resampled_means(m20, p, w) AS m20, resampled_means(e20, p, w) AS e20
    FROM improvement),
  resampled AS (
    SELECT key AS r, instances, value AS m2, e2 ->> key AS e2, m5 ->> key AS m5, e5 ->> key AS e5, m10 ->> key AS m10,
           e10 ->> key AS e10, m20 ->> key AS m20, e20 ->> key AS e20
    FROM means, json_each(m2)),
  steps AS (
    SELECT r, instances, ln(e5 / e2) / ln(m5 / m2) AS to_5, ln(e10 / e5) / ln(m10 / m5) AS to_10,
           ln(e20 / e10) / ln(m20 / m10) AS to_20, m5 / m2 AS longer
    FROM resampled),
  told AS (SELECT *, CASE WHEN longer > 1 THEN (to_10 < to_5) + (to_20 < to_5) END AS told FROM steps)
SELECT max(told) FILTER (WHERE r = 0) AS measured, resampled_low(told, r) AS low, resampled_high(told, r) AS high,
       max(instances) AS instances,
       max(printf('%.2f, %.2f after %.2f', to_10, to_20, to_5)) FILTER (WHERE r = 0) ||
         CASE WHEN resampled_share(told, r) < 0.995 THEN printf(', %.0f %% sure', 100 * resampled_share(told, r)) ELSE '' END AS shown
FROM told;

-- claims: claim | parameter | steps
--   X1b         | tasks     | 10 to 20 to 50 tasks
--   X1c         | width     | width 0.1 to 0.2 to 0.8
-- place: section 5.2, improved M-HEFT
-- says: makespan of M-HEFT-MAX50 over IMP5 and over EFF50 falls from {steps}: its largest step
-- paper: falls
-- accept: < 0
WITH
  ratios AS MATERIALIZED (
    SELECT {parameter}, avg(m_max) / avg(m_imp) AS imp, ratio_margin(m_max, m_imp, p, w) AS imp_margin,
           avg(m_max) / avg(m_eff) AS eff, ratio_margin(m_max, m_eff, p, w) AS eff_margin
    FROM fair JOIN workload ON workload.id = w GROUP BY {parameter}),
  ratio(other, {parameter}, ratio, margin) AS (
    SELECT 'IMP5', {parameter}, imp, imp_margin FROM ratios UNION ALL SELECT 'EFF50', {parameter}, eff, eff_margin FROM ratios)
SELECT CASE count(step) WHEN 4 THEN max(step) END AS measured, CASE count(margin) WHEN 4 THEN max(step - margin) END AS low,
       CASE count(margin) WHEN 4 THEN max(step + margin) END AS high, (SELECT instances FROM total) AS instances
FROM (SELECT ratio - lag(ratio) OVER size AS step, sqrt(margin * margin + pow(lag(margin) OVER size, 2)) AS margin
      FROM ratio WINDOW size AS (PARTITION BY other ORDER BY {parameter}));
