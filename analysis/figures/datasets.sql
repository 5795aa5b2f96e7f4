-- Performance profiles data set by data set: who leads on one may be last on another. A data set is what workloads are called
-- without their draws; where these are more than 24 names it is their family. Only instances where all compared strategies
-- have a value, and the eight strategies that are nearest to the best over all of them.
-- metric: any

CREATE TEMP TABLE data_set AS
WITH words AS (SELECT id, family, ',' || substr(label, length(family) + 2) || ',' AS text FROM workload),
  unsampled AS (
    SELECT id, family, iif(at = 0, text, substr(text, 1, at) || substr(text, at + 1 + instr(substr(text, at + 1), ','))) AS text
    FROM (SELECT *, instr(text, ',sample=') AS at FROM words)),
  undrawn AS (
    SELECT id, family, iif(at = 0, text, substr(text, 1, at) || substr(text, at + 1 + instr(substr(text, at + 1), ','))) AS text
    FROM (SELECT *, instr(text, ',seed=') AS at FROM unsampled)),
  named AS (SELECT id, family, rtrim(family || ':' || trim(text, ','), ':') AS name FROM undrawn)
SELECT id AS workload_id, iif((SELECT count(DISTINCT name) FROM named) <= 24, name, family) AS name FROM named;

CREATE TEMP TABLE run AS
SELECT d.name AS panel, c.strategy_id, c.cost / nullif(c.best, 0) AS ratio
FROM contest('{metric}') c JOIN data_set d USING (workload_id)
WHERE c.rank IS NOT NULL AND (SELECT count(DISTINCT name) FROM data_set) BETWEEN 2 AND 24;

CREATE TEMP TABLE leading AS
SELECT strategy_id FROM run WHERE ratio IS NOT NULL GROUP BY strategy_id
ORDER BY avg(ratio), (SELECT label FROM strategy WHERE id = strategy_id) LIMIT 8;

-- Steps of 5 % up to 104 times the best, and 96 for all beyond; what exceeds a step by a billionth is rounding.
CREATE TEMP TABLE profile_step AS
SELECT panel, strategy_id, count(*) AS scenarios,
       max(0, min(96, CAST(ceil(ln(ratio / (1 + 1e-9)) / ln(1.05)) AS INTEGER))) AS step
FROM run WHERE ratio IS NOT NULL AND strategy_id IN leading GROUP BY panel, strategy_id, step;

-- figure: dataset-profiles
-- chart: steps
-- title: Performance profiles of the {metric} by data set
-- says: For each data set the share of the instances on which a strategy is at most so many times behind the best; the higher
--   the better. The eight strategies that are nearest to the best over all data sets, against the best of all.
-- x: factor behind the best {metric} of the instance, log
-- y: share of the instances
WITH whole AS (SELECT panel, strategy_id, sum(scenarios) AS instances FROM profile_step GROUP BY panel, strategy_id),
  -- Every curve spans the axis; one that goes beyond it ends below 1.
  ends AS (SELECT 0 AS step UNION SELECT min(95, max(step)) FROM profile_step)
SELECT panel, pow(1.05, step) AS x,
       1.0 * sum(sum(scenarios)) OVER (PARTITION BY panel, strategy_id ORDER BY step) / instances AS y, label AS series, instances
FROM (SELECT panel, strategy_id, step, scenarios FROM profile_step WHERE step < 96
      UNION ALL SELECT panel, strategy_id, step, 0 FROM whole CROSS JOIN ends)
JOIN whole USING (panel, strategy_id) JOIN strategy s ON s.id = strategy_id
GROUP BY panel, strategy_id, step ORDER BY panel, series, x;
