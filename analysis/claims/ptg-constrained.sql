-- paper: N'Takpe, Suter, Concurrent Scheduling of Parallel Task Graphs on Multi-Clusters Using Constrained Resource
--   Allocations, INRIA RR-6774, 2008
-- studies: ptg-constrained, ptg-constrained-mu, ptg-constrained-readings
-- study: ptg-constrained, ptg-constrained-readings
-- place: section 7, figure 3
-- needs: 30

-- Compared are the paper's eight strategies with the settings of the study, known by their labels: other settings and
-- other strategies change nothing. Only instances count that all eight completed, and only kinds of graphs that have such
-- instances of all five batch sizes.
CREATE TEMP TABLE compared AS
WITH
  contender(strategy, label, label_fft) AS (
    VALUES ('S', 'S', 'S'), ('ES', 'ES', 'ES'), ('PS-cp', 'PS-cp', 'PS-cp'), ('PS-width', 'PS-width', 'PS-width'),
           ('PS-work', 'PS-work', 'PS-work'), ('WPS-cp', 'WPS-cp', 'WPS-cp'),
           ('WPS-width', 'WPS-width', 'WPS-width:mu=0.3'), ('WPS-work', 'WPS-work', 'WPS-work')),
  kinds(family, kind) AS (VALUES ('random-batch', 'random'), ('fft-batch', 'FFT'), ('strassen-batch', 'Strassen')),
  completed AS (
    SELECT r.platform_id, r.workload_id, k.kind, w.batch, c.strategy, r.makespan, r.unfairness AS u,
           r.makespan / min(r.makespan) OVER instance AS m, count(*) OVER instance AS strategies
    FROM measured r
    JOIN workload w ON w.id = r.workload_id
    JOIN kinds k ON k.family = w.family
    JOIN strategy s ON s.id = r.strategy_id
    JOIN contender c ON s.label = CASE k.kind WHEN 'FFT' THEN c.label_fft ELSE c.label END
    WHERE r.outcome = 'completed' AND r.unfairness IS NOT NULL AND w.batch IN (2, 4, 6, 8, 10)
    WINDOW instance AS (PARTITION BY r.platform_id, r.workload_id))
SELECT platform_id, workload_id, kind, batch, strategy, makespan, u, m FROM completed
WHERE strategies = 8 AND kind IN (SELECT kind FROM completed WHERE strategies = 8 GROUP BY kind HAVING count(DISTINCT batch) = 5);
CREATE INDEX compared_instance ON compared (platform_id, workload_id, strategy);

-- A cell is the mean over the instances of a kind and a batch size: u of the unfairness, m of the makespan relative to the
-- best of the eight on the same instance. Margins are those of 95 % intervals for other draws of its workloads; the sites
-- are given.
CREATE TEMP TABLE cell AS
SELECT kind, batch, strategy, count(*) AS instances, avg(u) AS u, avg(m) AS m, confidence(m, platform_id, workload_id) AS m_margin,
       confidence(u, platform_id, workload_id) AS u_margin
FROM compared GROUP BY kind, batch, strategy;

-- Means and ranks of the campaign (r = 0) and of resamples of its draws, which tell how sure an order is.
CREATE TEMP TABLE ranked_cell AS
SELECT kind, batch, strategy, metric, instances, resample.key AS r, resample.value AS mean,
       rank() OVER (PARTITION BY kind, batch, metric, resample.key ORDER BY resample.value) AS rank
FROM (SELECT kind, batch, strategy, 'unfairness' AS metric, count(*) AS instances,
             resampled_means(u, platform_id, workload_id) AS means
      FROM compared GROUP BY kind, batch, strategy
      UNION ALL
      SELECT kind, batch, strategy, 'makespan', count(*), resampled_means(m, platform_id, workload_id)
      FROM compared GROUP BY kind, batch, strategy), json_each(means) AS resample;
CREATE TEMP TABLE ranked AS
SELECT kind, strategy, metric, r, sum(instances) AS instances, avg(mean) AS mean,
       rank() OVER (PARTITION BY kind, metric, r ORDER BY avg(mean)) AS rank
FROM ranked_cell GROUP BY kind, strategy, metric, r HAVING count(mean) = 5;
CREATE INDEX ranked_r ON ranked (r, kind, metric, strategy);

-- From each batch size to the next, whose workloads are independent draws. The interval of the least step goes from the
-- least low end of all steps to the least high end: any of them may be the least.
CREATE TEMP TABLE rise AS
SELECT kind, strategy, u - lag(u) OVER sizes AS u, sqrt(pow(u_margin, 2) + pow(lag(u_margin) OVER sizes, 2)) AS u_margin,
       m - lag(m) OVER sizes AS m, sqrt(pow(m_margin, 2) + pow(lag(m_margin) OVER sizes, 2)) AS m_margin
FROM cell WINDOW sizes AS (PARTITION BY kind, strategy ORDER BY batch);

-- A ratio of two strategies is the ratio of their cells, averaged over the batch sizes. Margins are paired over the
-- instances of a cell and for other draws, as those of the cells; batch sizes are independent draws. NULL where a cell of
-- the base has no unfairness at all.
CREATE TEMP TABLE ratio_by_size AS
SELECT c.kind, c.batch, c.strategy, b.strategy AS base, count(*) AS instances, ratio_of_means(c.u, b.u) AS u,
       ratio_margin(c.u, b.u, platform_id, workload_id) AS u_margin, ratio_of_means(c.m, b.m) AS m,
       ratio_margin(c.m, b.m, platform_id, workload_id) AS m_margin
FROM compared b JOIN compared c USING (platform_id, workload_id)
WHERE b.strategy IN ('S', 'ES', 'PS-work', 'WPS-cp', 'WPS-width') AND c.strategy <> b.strategy
GROUP BY c.kind, c.batch, c.strategy, b.strategy;
CREATE TEMP TABLE ratio AS
SELECT kind, strategy, base, sum(instances) AS instances,
       CASE count(u) WHEN 5 THEN avg(u) END AS u, CASE count(u_margin) WHEN 5 THEN sqrt(sum(u_margin * u_margin)) / 5 END AS u_margin,
       avg(m) AS m, CASE count(m_margin) WHEN 5 THEN sqrt(sum(m_margin * m_margin)) / 5 END AS m_margin
FROM ratio_by_size GROUP BY kind, strategy, base;

-- The same as a change in %.
CREATE TEMP VIEW change AS
SELECT kind, strategy, base, instances, 'unfairness' AS metric, 100 * (u - 1) AS measured,
       max(-100, 100 * (u - u_margin - 1)) AS low,
       100 * (u + u_margin - 1) AS high
FROM ratio
UNION ALL
SELECT kind, strategy, base, instances, 'makespan', 100 * (m - 1), 100 * (m - m_margin - 1), 100 * (m + m_margin - 1)
FROM ratio;
CREATE TEMP VIEW steady AS
SELECT * FROM ratio_by_size WHERE kind = 'random' AND strategy = 'WPS-width' AND base = 'S' AND batch >= 4;
CREATE TEMP VIEW gain AS
SELECT 100 * (1 - m) AS gain, 100 * m_margin AS margin, instances FROM ratio_by_size
WHERE kind = 'random' AND strategy = 'WPS-work' AND base = 'S';

-- The best trade-off: the fairest of those whose makespan competes with that of S.
CREATE TEMP TABLE best AS
WITH
  competing AS (
    SELECT c.kind, c.strategy, c.r FROM ranked_cell c JOIN ranked_cell s USING (kind, batch, metric, r)
    WHERE metric = 'makespan' AND s.strategy = 'S'
    GROUP BY c.kind, c.strategy, c.r HAVING count(*) = 5 AND avg(c.mean / s.mean) <= 1.05),
  fair AS (
    SELECT *, min(mean) OVER (PARTITION BY kind, r) AS least FROM competing JOIN ranked USING (kind, strategy, r)
    WHERE metric = 'unfairness' ORDER BY kind, r, strategy)
SELECT kind, r, group_concat(strategy, ', ') AS strategy, max(instances) AS instances FROM fair WHERE mean = least GROUP BY kind, r;

-- What mu balances in WPS-work on random graphs: the study's eleven settings of mu, known by their labels; only instances
-- that all eleven completed, and only with all five batch sizes.
CREATE TEMP TABLE mu_compared AS
WITH
  steps(mu) AS (VALUES (0.0), (0.1), (0.2), (0.3), (0.4), (0.5), (0.6), (0.7), (0.8), (0.9), (1.0)),
  contender(label, mu) AS (SELECT CASE mu WHEN 0.7 THEN 'WPS-work' ELSE printf('WPS-work:mu=%g', mu) END, mu FROM steps),
  completed AS (
    SELECT r.platform_id, r.workload_id, w.batch, c.mu, r.unfairness AS u, r.makespan AS m,
           count(*) OVER (PARTITION BY r.platform_id, r.workload_id) AS settings
    FROM measured r
    JOIN workload w ON w.id = r.workload_id
    JOIN strategy s ON s.id = r.strategy_id
    JOIN contender c ON c.label = s.label
    WHERE w.family = 'random-batch' AND w.batch IN (2, 4, 6, 8, 10) AND r.outcome = 'completed' AND r.unfairness IS NOT NULL)
SELECT platform_id, workload_id, batch, mu, u, m FROM completed
WHERE settings = 11 AND (SELECT count(DISTINCT batch) FROM completed WHERE settings = 11) = 5;

-- From each mu to the next, paired over the instances: the mean of a batch size, then of the batch sizes, which are
-- independent draws.
CREATE TEMP TABLE mu_step AS
WITH
  step AS (
    SELECT platform_id, workload_id, batch, mu, u - lag(u) OVER curve AS u, m - lag(m) OVER curve AS m
    FROM mu_compared WINDOW curve AS (PARTITION BY platform_id, workload_id ORDER BY mu)),
  mu_cell AS (
    SELECT mu, count(*) AS instances, avg(u) AS u, confidence(u, platform_id, workload_id) AS u_margin, avg(m) AS m,
           confidence(m, platform_id, workload_id) AS m_margin
    FROM step WHERE mu > 0 GROUP BY batch, mu)
SELECT mu, sum(instances) AS instances, avg(u) AS u, CASE count(u_margin) WHEN 5 THEN sqrt(sum(u_margin * u_margin)) / 5 END AS u_margin,
       avg(m) AS m, CASE count(m_margin) WHEN 5 THEN sqrt(sum(m_margin * m_margin)) / 5 END AS m_margin
FROM mu_cell GROUP BY mu;

-- The curves of each instance at the ends and at 0.7; `weight` makes sums over instances means over the batch sizes.
CREATE TEMP TABLE mu_curve AS
SELECT *, 1.0 / count(*) OVER (PARTITION BY batch) AS weight FROM (
  SELECT platform_id, workload_id, batch, max(u) FILTER (WHERE mu = 0) AS u0, max(u) FILTER (WHERE mu = 0.7) AS u7,
         max(u) FILTER (WHERE mu = 1) AS u1,
         max(m) FILTER (WHERE mu = 0) AS m0, max(m) FILTER (WHERE mu = 0.7) AS m7, max(m) FILTER (WHERE mu = 1) AS m1
  FROM mu_compared GROUP BY platform_id, workload_id, batch);
CREATE TEMP VIEW mu_gain AS
SELECT count(*) AS instances, sum(weight * (u0 - u1)) AS gain, ratio_of_means(weight * (u7 - u1), weight * (u0 - u1)) AS share,
       ratio_margin(weight * (u7 - u1), weight * (u0 - u1), platform_id, workload_id) AS margin
FROM mu_curve;
CREATE TEMP VIEW mu_bend AS
SELECT sum(instances) AS instances, avg(bend) AS bend, CASE count(margin) WHEN 5 THEN sqrt(sum(margin * margin)) / 5 END AS margin
FROM (SELECT count(*) AS instances, avg((m1 - m7) / 3 - (m7 - m0) / 7) AS bend,
             confidence((m1 - m7) / 3 - (m7 - m0) / 7, platform_id, workload_id) AS margin
      FROM mu_curve GROUP BY batch);

-- pattern: change
-- says: {kind}: {metric} of {strategy} against {base}
-- unit: %
SELECT measured, low, high, instances FROM change
WHERE kind = '{kind}' AND metric = '{metric}' AND strategy = '{strategy}' AND base = '{base}';

-- pattern: order
-- What the means or ranks tell, `told`, and the words for it, in the campaign and in the resamples of its draws.
-- needs: 50
SELECT max(told) FILTER (WHERE r = 0) AS measured, resampled_low(told, r) AS low, resampled_high(told, r) AS high,
       max(instances) AS instances,
       max(words) FILTER (WHERE r = 0) ||
         CASE WHEN resampled_share(told, r) < 0.995 THEN printf(', %.0f %% sure', 100 * resampled_share(told, r)) ELSE '' END AS shown
FROM ({query});

-- claim: R1
-- place: section 7, figures 2 and 3
-- says: random: unfairness grows with the batch size for every strategy: the least of 32 steps
-- paper: grows
-- accept: > 0
-- needs: 50
SELECT min(u) AS measured, CASE count(u_margin) WHEN 32 THEN min(u - u_margin) END AS low,
       CASE count(u_margin) WHEN 32 THEN min(u + u_margin) END AS high,
       (SELECT sum(instances) FROM cell WHERE kind = 'random' AND strategy = 'S') AS instances
FROM rise WHERE kind = 'random';

-- claim: R2
-- like: order
-- says: random: ES, WPS-cp, WPS-width, WPS-work, PS-width are fairer than S; PS-cp, PS-work are less fair
-- paper: 7 of 7
-- accept: 7 .. 7
SELECT r, told, told || ' of 7' AS words, instances
FROM (SELECT r, sum(CASE WHEN x.strategy IN ('PS-cp', 'PS-work') THEN x.mean > s.mean ELSE x.mean < s.mean END) AS told,
             max(x.instances) AS instances
      FROM ranked x JOIN ranked s USING (kind, metric, r)
      WHERE kind = 'random' AND metric = 'unfairness' AND x.strategy <> 'S' AND s.strategy = 'S' GROUP BY r);

-- claims: claim | kind   | metric     | strategy | base | paper | accept     | tolerance
--   R3a         | random | unfairness | WPS-cp   | S    | -16 % | -21 .. -11 | 5 points
--   R3b         | random | unfairness | PS-width | S    | -16 % | -21 .. -11 | 5 points
--   R4a         | random | unfairness | ES       | S    | -36 % | -41 .. -31 | 5 points
--   R4b         | random | unfairness | WPS-work | S    | -36 % | -41 .. -31 | 5 points
-- like: change

-- claim: R5a
-- like: order
-- says: random: WPS-width is the fairest
-- paper: rank 1
-- accept: 1 .. 1
SELECT r, rank AS told, 'rank ' || rank AS words, instances FROM ranked
WHERE kind = 'random' AND metric = 'unfairness' AND strategy = 'WPS-width';

-- claims: claim | kind   | metric     | strategy  | base | paper | accept     | tolerance
--   R5b         | random | unfairness | WPS-width | S    | -50 % | -55 .. -45 | 5 points
-- like: change

-- claim: R5c
-- says: random: unfairness of WPS-width against S, between the batch sizes from 4 to 10 where they differ most
-- paper: steady
-- accept: .. 10
-- tolerance: 10 points apart
-- unit: points
SELECT max(apart) AS measured, CASE count(margin) WHEN 12 THEN max(0, max(apart - margin)) END AS low,
       CASE count(margin) WHEN 12 THEN max(apart + margin) END AS high, min(instances) AS instances
FROM (SELECT 100 * (a.u - b.u) AS apart, 100 * sqrt(pow(a.u_margin, 2) + pow(b.u_margin, 2)) AS margin,
             a.instances + b.instances AS instances
      FROM steady a JOIN steady b ON b.batch <> a.batch)
WHERE (SELECT count(u) FROM steady) = 4;

-- claim: R6
-- like: order
-- says: random: PS-work has the shortest makespans, PS-cp the second shortest
-- paper: ranks 1 and 2
-- accept: 2 .. 2
-- tolerance: both
SELECT r, sum(rank = CASE strategy WHEN 'PS-work' THEN 1 ELSE 2 END) AS told, max(instances) AS instances,
       printf('ranks %d and %d', max(rank) FILTER (WHERE strategy = 'PS-work'),
              max(rank) FILTER (WHERE strategy = 'PS-cp')) AS words
FROM ranked WHERE kind = 'random' AND metric = 'makespan' AND strategy IN ('PS-work', 'PS-cp') GROUP BY r;

-- claim: R7
-- says: random: the relative makespan of S rises with the batch size: the least of four steps
-- paper: rises
-- accept: > 0
-- needs: 50
SELECT min(m) AS measured, CASE count(m_margin) WHEN 4 THEN min(m - m_margin) END AS low,
       CASE count(m_margin) WHEN 4 THEN min(m + m_margin) END AS high,
       (SELECT sum(instances) FROM cell WHERE kind = 'random' AND strategy = 'S') AS instances
FROM rise WHERE kind = 'random' AND strategy = 'S';

-- claim: R8
-- says: random: relative makespan of PS-width over that of WPS-cp
-- paper: almost 2
-- accept: 1.7 .. 2.3
-- tolerance: 0.3
SELECT m AS measured, max(0, m - m_margin) AS low, m + m_margin AS high, instances
FROM ratio WHERE kind = 'random' AND strategy = 'PS-width' AND base = 'WPS-cp';

-- claims: claim | end | which | paper | accept
--   R9a         | min | least | 4 %   | 1 .. 7
--   R9b         | max | most  | 15 %  | 12 .. 18
-- says: random: gain in makespan of WPS-work over S, at the batch size where it is {which}
-- tolerance: 3 points
-- unit: %
SELECT {end}(gain) AS measured, CASE count(margin) WHEN 5 THEN {end}(gain - margin) END AS low,
       CASE count(margin) WHEN 5 THEN {end}(gain + margin) END AS high, min(instances) AS instances
FROM gain;

-- claims: claim | kind   | metric     | strategy  | base    | paper       | accept     | tolerance
--   R9c         | random | makespan   | ES        | S       | longer      | > 0        |
--   R10a        | random | makespan   | WPS-width | S       | competitive | .. 5       | 5 points
--   R10b        | random | makespan   | WPS-width | PS-work | +16 %       | 11 .. 21   | 5 points
--   R10c        | random | unfairness | WPS-width | PS-work | -55 %       | -60 .. -50 | 5 points
-- like: change

-- claim: F1a
-- like: order
-- place: section 7, figure 4
-- says: FFT: unfairness is lower than on random graphs, for every strategy
-- paper: 8 of 8
-- accept: 8 .. 8
SELECT r, told, told || ' of 8' AS words, instances
FROM (SELECT r, sum(f.mean < x.mean) AS told, min(max(f.instances), max(x.instances)) AS instances
      FROM ranked f JOIN ranked x USING (strategy, metric, r)
      WHERE f.kind = 'FFT' AND x.kind = 'random' AND metric = 'unfairness' GROUP BY r);

-- claims: claim | ranking   | metric
--   F1b         | fairness  | unfairness
--   F1c         | makespans | makespan
-- place: section 7, figure 4
-- says: FFT: ranking of {ranking} against that of random graphs (Spearman)
-- paper: nearly 1
-- accept: 0.7 .. 1
-- tolerance: 0.3
-- needs: 50
SELECT max(spearman) FILTER (WHERE r = 0) AS measured, resampled_low(spearman, r) AS low,
       resampled_high(spearman, r) AS high, max(instances) AS instances
FROM (SELECT r, 1 - sum((f.rank - x.rank) * (f.rank - x.rank)) / 84.0 AS spearman,
             min(min(f.instances), min(x.instances)) AS instances
      FROM ranked f JOIN ranked x USING (strategy, metric, r)
      WHERE f.kind = 'FFT' AND x.kind = 'random' AND metric = '{metric}' GROUP BY r);

-- claim: F2a
-- like: order
-- place: section 7, figure 4
-- says: FFT: PS-width is the second fairest
-- paper: rank 2
-- accept: 2 .. 2
SELECT r, rank AS told, 'rank ' || rank AS words, instances FROM ranked
WHERE kind = 'FFT' AND metric = 'unfairness' AND strategy = 'PS-width';

-- claims: claim | kind | metric   | strategy | base      | paper   | accept | tolerance
--   F2b         | FFT  | makespan | PS-width | WPS-width | shorter | < 0    |
-- like: change
-- place: section 7, figure 4

-- claim: F3
-- place: section 7, figure 4
-- says: FFT: relative makespan of ES at 10 graphs
-- paper: up to 2
-- accept: 1.7 .. 2.3
-- tolerance: 0.3
SELECT m AS measured, max(0, m - m_margin) AS low, m + m_margin AS high, instances
FROM cell WHERE kind = 'FFT' AND strategy = 'ES' AND batch = 10;

-- claim: F4a
-- like: order
-- place: section 7, figure 4
-- says: FFT: WPS-work is the third fairest up to 8 graphs, less so at 10
-- paper: ranks 3, 3, 3, 3, more
-- accept: 5 .. 5
-- tolerance: all five sizes
SELECT r, sum(CASE batch WHEN 10 THEN rank > 3 ELSE rank = 3 END) AS told, sum(instances) AS instances,
       'ranks ' || group_concat(rank, ', ') AS words
FROM (SELECT * FROM ranked_cell WHERE kind = 'FFT' AND metric = 'unfairness' AND strategy = 'WPS-work' ORDER BY batch)
GROUP BY r;

-- claim: F4b
-- place: section 7, figure 4
-- says: FFT: makespan of WPS-work against S up to 8 graphs
-- paper: competitive
-- accept: .. 5
-- tolerance: 5 points
-- unit: %
SELECT 100 * (m - 1) AS measured, max(-100, 100 * (m - margin - 1)) AS low, 100 * (m + margin - 1) AS high, instances
FROM (SELECT avg(m) AS m, CASE count(m_margin) WHEN 4 THEN sqrt(sum(m_margin * m_margin)) / 4 END AS margin, sum(instances) AS instances
      FROM ratio_by_size WHERE kind = 'FFT' AND strategy = 'WPS-work' AND base = 'S' AND batch <= 8);

-- claim: S1
-- place: section 7, before figure 3
-- says: Strassen: schedules of PS-width and WPS-width whose metrics are not those of ES
-- paper: none
-- accept: 0 .. 0
-- needs: 1
SELECT sum(w.makespan <> e.makespan OR w.u <> e.u) AS measured, count(*) / 2 AS instances,
       sum(w.makespan <> e.makespan OR w.u <> e.u) || ' of ' || count(*) AS shown
FROM compared w JOIN compared e USING (platform_id, workload_id)
WHERE w.kind = 'Strassen' AND w.strategy IN ('PS-width', 'WPS-width') AND e.strategy = 'ES';

-- claims: claim | kind     | metric     | strategy | base | paper | accept     | tolerance
--   S2a         | Strassen | unfairness | WPS-work | ES   | +25 % | 20 .. 30   | 5 points
--   S2b         | Strassen | makespan   | WPS-work | ES   | -35 % | -40 .. -30 | 5 points
-- like: change
-- place: section 7, figure 5

-- claims: claim | kind     | paper
--   G1a         | random   | WPS-width
--   G1b         | FFT      | WPS-width
--   G1c         | Strassen | WPS-work
-- like: order
-- place: section 8
-- says: {kind}: best trade-off, the fairest at most 5 % longer than S
-- accept: 1 .. 1
SELECT r, strategy = '{paper}' AS told, strategy AS words, instances FROM best WHERE kind = '{kind}';

-- claim: G1d
-- like: order
-- place: section 7, conclusions
-- says: random: PS-work is the least fair and the shortest
-- paper: ranks 8 and 1
-- accept: 1 .. 1
SELECT r, u.rank = 8 AND m.rank = 1 AS told, u.instances, printf('ranks %d and %d', u.rank, m.rank) AS words
FROM ranked u JOIN ranked m USING (kind, strategy, r)
WHERE kind = 'random' AND strategy = 'PS-work' AND u.metric = 'unfairness' AND m.metric = 'makespan';

-- pattern: mu
-- study: ptg-constrained-mu
-- place: section 7, figure 2

-- claim: R11a
-- like: mu
-- says: random: unfairness of WPS-work falls with every step of mu from 0 to 1: the largest of ten steps
-- paper: falls
-- accept: < 0
-- needs: 50
SELECT max(u) AS measured, CASE count(u_margin) WHEN 10 THEN max(u - u_margin) END AS low,
       CASE count(u_margin) WHEN 10 THEN max(u + u_margin) END AS high, max(instances) AS instances
FROM mu_step;

-- claim: R11b
-- like: mu
-- says: random: mean makespan of WPS-work rises with every step of mu from 0 to 1: the least of ten steps
-- paper: rises
-- accept: > 0
-- unit: s
-- needs: 50
SELECT min(m) AS measured, CASE count(m_margin) WHEN 10 THEN min(m - m_margin) END AS low,
       CASE count(m_margin) WHEN 10 THEN min(m + m_margin) END AS high, max(instances) AS instances
FROM mu_step;

-- claim: R11c
-- like: mu
-- says: random: share of the gain in fairness that WPS-work makes above mu = 0.7
-- paper: little
-- accept: .. 20
-- tolerance: at most 20 %
-- unit: %
SELECT CASE WHEN gain > 0 THEN 100 * share WHEN gain <= 0 THEN 100 END AS measured,
       CASE WHEN gain > 0 THEN 100 * (share - margin) ELSE 100 END AS low,
       CASE WHEN gain > 0 THEN 100 * (share + margin) ELSE 100 END AS high, instances,
       CASE WHEN gain <= 0 THEN 'no gain' END AS shown
FROM mu_gain;

-- claim: R11d
-- like: mu
-- says: random: how much faster per 0.1 of mu the mean makespan of WPS-work rises above 0.7 than below
-- paper: faster
-- accept: > 0
-- unit: s
SELECT bend AS measured, bend - margin AS low, bend + margin AS high, instances FROM mu_bend;
