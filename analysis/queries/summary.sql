-- query: summary
-- says: what each strategy gave: count, failures, mean with its 95 % interval, quartiles
-- Over all that a strategy completed, also where others failed; `left_out` counts those without a value: to compare strategies, ask @degradation or @pairs.
-- The interval is for other draws of platforms and workloads; there is none where nothing is drawn at random or a kind
-- was drawn once, and `note` says so.
WITH tally AS (
  SELECT strategy_id,
         sum(outcome = 'completed') AS completed,
         sum(outcome <> 'completed') AS failed,
         count(makespan) AS measured,
         avg(makespan) AS mean,
         confidence(makespan, platform_id, workload_id) AS margin,
         0 AS bound,  -- no value is below, but by rounding
         9e999 AS most,  -- nor above
         stddev(makespan) AS stddev,
         min(makespan) AS least,
         quantile(makespan, 0.25) AS quartile1,
         median(makespan) AS median,
         quantile(makespan, 0.75) AS quartile3,
         max(makespan) AS largest,
         platform_draws(platform_id) FILTER (WHERE makespan IS NOT NULL) AS platform_draws,
         workload_draws(workload_id) FILTER (WHERE makespan IS NOT NULL) AS workload_draws,
         platform_singles(platform_id) FILTER (WHERE makespan IS NOT NULL) AS platform_singles,
         workload_singles(workload_id) FILTER (WHERE makespan IS NOT NULL) AS workload_singles
  FROM result GROUP BY strategy_id)
SELECT s.label AS strategy, completed, failed, completed - measured AS left_out, mean, max(min(bound, mean), mean - margin) AS low,
       min(max(most, mean), mean + margin) AS high, stddev, least, quartile1, median, quartile3, largest, platform_draws,
       workload_draws,
       CASE WHEN measured = 0 THEN iif(completed > 0, 'no value of the metric', NULL) WHEN platform_draws + workload_draws = 0 THEN 'nothing was drawn at random'
            WHEN platform_singles + workload_singles > 0 THEN 'drawn once: kinds of platforms ' || platform_singles ||
                 ', of workloads ' || workload_singles END AS note
FROM tally JOIN strategy s ON s.id = strategy_id
ORDER BY strategy
