-- paper: Casanova, Desprez, Suter, On Cluster Resource Allocation for Multiple Parallel Task Graphs, slides of June 2010;
--   JPDC 70(12), 2010
-- studies: ptg-batch, ptg-combined, ptg-batch-readings
-- study: ptg-batch, ptg-batch-readings
-- needs: 30

-- Compared are the slides' twenty contenders with the settings of the study, known by their labels; other strategies
-- change nothing (COMB_C1 has a claim of its own). Only instances count that every contender of the campaign completed.
CREATE TEMP TABLE fair AS
WITH
  contender(name) AS (
    VALUES ('SELFISH'), ('SELFISH_WEIGHT'), ('SELFISH_ORDER'), ('CRA_NDAGS'), ('CRA_NDAGS_WEIGHT'), ('CRA_NDAGS_ORDER'),
           ('CRA_WORK'), ('CRA_WORK_WEIGHT'), ('CRA_WORK_ORDER'), ('CRA_WIDTH'), ('CRA_WIDTH_WEIGHT'), ('CRA_WIDTH_ORDER'),
           ('CAFM_LPTF'), ('CAFM_SPTF'), ('CAFM_SAF'), ('CAFM_K_SHELVES'), ('CAFM_CRA'), ('CAFM_CRA_WEIGHT'),
           ('CAFM_CRA_ORDER'), ('MAGS')),
  present AS MATERIALIZED (
    SELECT id, label AS name, label IN (SELECT name FROM contender) AS contends FROM strategy
    WHERE id IN (SELECT strategy_id FROM result)),
  usable AS (
    SELECT r.platform_id, r.workload_id, r.strategy_id, p.name AS strategy, p.contends, r.makespan, r.average_stretch,
           r.max_stretch, sum(p.contends) OVER (PARTITION BY r.platform_id, r.workload_id) AS completed
    FROM measured r JOIN present p ON p.id = r.strategy_id
    WHERE r.outcome = 'completed' AND r.average_stretch IS NOT NULL AND r.max_stretch IS NOT NULL)
SELECT platform_id, workload_id, strategy_id, strategy, contends, makespan, average_stretch, max_stretch FROM usable
WHERE completed = (SELECT sum(contends) FROM present);
CREATE INDEX fair_strategy ON fair (strategy, platform_id, workload_id);

-- Numbers are 100 (X / X of MAGS - 1), the mean over all instances, on four clusters. Margins are those of other draws of
-- the batches; the clusters are no draws.
CREATE TEMP TABLE ratio AS
SELECT x.strategy, count(*) AS instances, mean_ratio(x.makespan, m.makespan) AS makespan,
       confidence(x.makespan / m.makespan, platform_id, workload_id) AS makespan_margin,
       mean_ratio(x.average_stretch, m.average_stretch) AS average_stretch,
       confidence(x.average_stretch / m.average_stretch, platform_id, workload_id) AS average_stretch_margin,
       mean_ratio(x.max_stretch, m.max_stretch) AS max_stretch,
       confidence(x.max_stretch / m.max_stretch, platform_id, workload_id) AS max_stretch_margin
FROM fair m JOIN fair x USING (platform_id, workload_id) WHERE m.strategy = 'MAGS' AND x.contends GROUP BY x.strategy;

-- Against MAGS being the winner: clearly better by one metric without losing by another.
CREATE TEMP VIEW beater AS
SELECT strategy FROM ratio
WHERE min(makespan, average_stretch, max_stretch) < 0.95 AND max(makespan, average_stretch, max_stretch) <= 1 ORDER BY strategy;
CREATE TEMP VIEW fairness_gain AS
SELECT b.strategy AS base, x.strategy, platform_id, workload_id, (x.max_stretch - b.max_stretch) / m.max_stretch AS gain
FROM fair b JOIN fair x USING (platform_id, workload_id) JOIN fair m USING (platform_id, workload_id)
WHERE m.strategy = 'MAGS';

-- How an application fares by its place in the batch: the mean stretch of the one with the shortest dedicated makespan
-- over that of the one with the longest; ties: the earlier application. `lean` is by how much an instance raises the ratio
-- of its strategy, relative to the ratio (delta method): two strategies are compared by the difference of theirs.
CREATE TEMP TABLE ends AS
WITH
  application AS (
    SELECT f.strategy, f.platform_id, f.workload_id, (a.finish - a.release_date) / a.dedicated_makespan AS stretch,
           row_number() OVER (batch ORDER BY a.dedicated_makespan, a.application) AS shortest,
           row_number() OVER (batch ORDER BY a.dedicated_makespan DESC, a.application) AS longest
    FROM fair f JOIN application_result a USING (platform_id, workload_id, strategy_id)
    WHERE f.strategy IN ('SELFISH', 'COMB_C1', 'CAFM_LPTF', 'CAFM_SPTF') AND a.dedicated_makespan IS NOT NULL
    WINDOW batch AS (PARTITION BY a.platform_id, a.workload_id, a.strategy_id)),
  ends AS (
    SELECT strategy, platform_id, workload_id, max(stretch) FILTER (WHERE shortest = 1) AS of_short,
           max(stretch) FILTER (WHERE longest = 1) AS of_long
    FROM application GROUP BY strategy, platform_id, workload_id)
SELECT *, of_short / avg(of_short) OVER same - of_long / avg(of_long) OVER same AS lean
FROM ends WINDOW same AS (PARTITION BY strategy);
CREATE TEMP VIEW postponed AS
SELECT strategy, count(*) AS instances, ratio_of_means(of_short, of_long) AS ratio,
       ratio_margin(of_short, of_long, platform_id, workload_id) AS margin
FROM ends GROUP BY strategy;

-- claims: claim | strategy        | metric          | column          | paper      | accept
--   M1a         | SELFISH         | makespan        | makespan        | +7.00 %    | 2.00 .. 12.00
--   M1b         | SELFISH         | average stretch | average_stretch | +75.97 %   | 56.98 .. 94.96
--   M1c         | SELFISH         | maximum stretch | max_stretch     | +1909.54 % | 1432.16 .. 2386.92
--   M2a         | SELFISH_ORDER   | makespan        | makespan        | +21.27 %   | 15.95 .. 26.59
--   M2b         | SELFISH_ORDER   | average stretch | average_stretch | -3.42 %    | -8.42 .. 1.58
--   M2c         | SELFISH_ORDER   | maximum stretch | max_stretch     | -13.68 %   | -18.68 .. -8.68
--   M3a         | CRA_WORK_WEIGHT | makespan        | makespan        | -1.99 %    | -6.99 .. 3.01
--   M3b         | CRA_WORK_WEIGHT | average stretch | average_stretch | +1.77 %    | -3.23 .. 6.77
--   M3c         | CRA_WORK_WEIGHT | maximum stretch | max_stretch     | +49.79 %   | 37.34 .. 62.24
--   M4a         | CAFM_K_SHELVES  | makespan        | makespan        | +1.14 %    | -3.86 .. 6.14
--   M4b         | CAFM_K_SHELVES  | average stretch | average_stretch | -0.44 %    | -5.44 .. 4.56
--   M4c         | CAFM_K_SHELVES  | maximum stretch | max_stretch     | +38.54 %   | 28.90 .. 48.18
-- place: slide "Contenders performance wrt MAGS"
-- says: {metric} of {strategy} against MAGS
-- tolerance: 5 points, or a quarter of the number where that is more
-- unit: %
SELECT 100 * ({column} - 1) AS measured, max(-100, 100 * ({column} - {column}_margin - 1)) AS low,
       100 * ({column} + {column}_margin - 1) AS high, instances
FROM ratio WHERE strategy = '{strategy}';

-- claim: M5
-- place: slide "And the Winner is ..."
-- says: contenders that are better than MAGS by 5 % in makespan, average or maximum stretch and worse in none
-- paper: none
-- accept: 0 .. 0
-- tolerance: 5 %
-- needs: 100
SELECT CASE WHEN beating > 0 THEN beating WHEN strategies = 20 THEN 0 END AS measured, instances,
       coalesce(names, 'none') || ' of ' || (strategies - 1) AS shown
FROM (SELECT count(*) AS strategies, max(instances) AS instances FROM ratio),
     (SELECT count(*) AS beating, group_concat(strategy, ', ') AS names FROM beater);

-- claims: claim | study                         | strategy | place
--   M6a         | ptg-batch, ptg-batch-readings | SELFISH  | slide "The Naive Solution: Be Selfish"
--   M6b         | ptg-combined                  | COMB_C1  | slide "Combining the Graphs"
-- says: {strategy} postpones short graphs: mean stretch of the shortest graph of a batch over that of the longest
-- paper: more
-- accept: > 1
SELECT ratio AS measured, max(0, ratio - margin) AS low, ratio + margin AS high, instances
FROM postponed WHERE strategy = '{strategy}';

-- claims: claim | strategy         | base      | place
--   M6c1        | SELFISH_WEIGHT   | SELFISH   | slide "Improving the Mapping Step"
--   M6c2        | SELFISH_ORDER    | SELFISH   | slide "Improving the Mapping Step"
--   M6c3        | CRA_NDAGS_WEIGHT | CRA_NDAGS | slides "Improving the Mapping Step", "Distributing the Resources"
--   M6c4        | CRA_NDAGS_ORDER  | CRA_NDAGS | slides "Improving the Mapping Step", "Distributing the Resources"
--   M6c5        | CRA_WORK_WEIGHT  | CRA_WORK  | slides "Improving the Mapping Step", "Distributing the Resources"
--   M6c6        | CRA_WORK_ORDER   | CRA_WORK  | slides "Improving the Mapping Step", "Distributing the Resources"
--   M6c7        | CRA_WIDTH_WEIGHT | CRA_WIDTH | slides "Improving the Mapping Step", "Distributing the Resources"
--   M6c8        | CRA_WIDTH_ORDER  | CRA_WIDTH | slides "Improving the Mapping Step", "Distributing the Resources"
--   M6c9        | CAFM_CRA_WEIGHT  | CAFM_CRA  | slides "Improving the Mapping Step", "Consider PTGs as Independent Moldable Jobs"
--   M6c10       | CAFM_CRA_ORDER   | CAFM_CRA  | slides "Improving the Mapping Step", "Consider PTGs as Independent Moldable Jobs"
-- says: maximum stretch of {strategy} less that of {base}, both over that of MAGS
-- paper: fairer
-- accept: < 0
-- unit: points
SELECT 100 * avg(gain) AS measured, 100 * (avg(gain) - confidence(gain, platform_id, workload_id)) AS low,
       100 * (avg(gain) + confidence(gain, platform_id, workload_id)) AS high, count(gain) AS instances
FROM fairness_gain WHERE base = '{base}' AND strategy = '{strategy}';

-- claim: M6d
-- place: slide "Consider PTGs as Independent Moldable Jobs"
-- says: CAFM_LPTF favours long graphs: stretch of the shortest over that of the longest, relative to CAFM_SPTF
-- paper: more
-- accept: > 1
SELECT ratio AS measured, max(0, ratio * (1 - margin)) AS low, ratio * (1 + margin) AS high, instances
FROM (SELECT ratio_of_means(l.of_short, l.of_long) / ratio_of_means(s.of_short, s.of_long) AS ratio,
             confidence(l.lean - s.lean, platform_id, workload_id) AS margin, count(*) AS instances
      FROM ends l JOIN ends s USING (platform_id, workload_id)
      WHERE l.strategy = 'CAFM_LPTF' AND s.strategy = 'CAFM_SPTF');

-- claim: M7
-- place: slides "The MAGS Algorithm" and "Relaxing the Stretch Guarantee"
-- says: schedules of MAGS that break its bound slack x 2 x S* on the stretch
-- paper: none
-- accept: 0 .. 0
-- tolerance: 1e-9, relative
-- needs: 1
SELECT sum(max_stretch > stretch_bound * (1 + 1e-9)) AS measured, count(*) AS instances,
       sum(max_stretch > stretch_bound * (1 + 1e-9)) || ' of ' || count(*) AS shown
FROM measured r JOIN strategy s ON s.id = r.strategy_id
WHERE s.label = 'MAGS' AND r.outcome = 'completed' AND r.max_stretch IS NOT NULL AND r.stretch_bound IS NOT NULL;
