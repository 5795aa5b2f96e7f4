-- query: degradation
-- says: how far each strategy is from the best of each instance, and how often it is the best
-- Over the instances that as many strategies as any completed (every one, unless some are for some workloads only or never
-- complete) and whose best value is not 0. `left_out` counts what a strategy completed elsewhere, `failed` its failures;
-- neither is in an average.
-- What is above the best by no more than a billionth of it is the best too: so much is rounding.
WITH
  attempt AS NOT MATERIALIZED (
    SELECT platform_id, workload_id, strategy_id, makespan AS value, makespan AS cost, outcome <> 'completed' AS failed
    FROM result),
  most(strategies) AS MATERIALIZED (
    SELECT max(completed)
    FROM (SELECT count(cost) AS completed FROM attempt GROUP BY platform_id, workload_id HAVING min(cost) > 0)),
  -- `best` is NULL where the instance is left out, and so are the ratios to it.
  beside AS (
    SELECT strategy_id, failed, value, cost,
           iif(count(cost) OVER instance = (SELECT strategies FROM most), nullif(min(cost) OVER instance, 0), NULL) AS best
    FROM attempt WINDOW instance AS (PARTITION BY platform_id, workload_id)),
  compared AS (
    SELECT strategy_id, failed, value, iif(cost <= best * (1 + 1e-9), 1.0, cost / best) AS ratio FROM beside),
  measured AS (
    SELECT strategy_id,
           count(ratio) AS instances,
           count(value) - count(ratio) AS left_out,
           sum(failed) AS failed,
           sum(ratio = 1) AS times_best,                   -- nobody was better
           100 * (avg(ratio) - 1) AS mean_percent,         -- above the best of the instance
           100 * confidence(ratio) AS margin_percent,      -- half-width of the mean's 95 % interval
           100 * (median(ratio) - 1) AS median_percent,
           100 * (max(ratio) - 1) AS largest_percent
    FROM compared GROUP BY strategy_id)
SELECT s.label AS strategy, instances, left_out, failed, times_best, mean_percent, margin_percent, median_percent,
       largest_percent
FROM measured JOIN strategy s ON s.id = strategy_id
ORDER BY mean_percent IS NULL, mean_percent, strategy
