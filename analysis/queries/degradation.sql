-- query: degradation
-- says: how far each strategy is from the best of each instance, and how often it is the best
-- Over the instances where all compared strategies have a value and the best one is not 0; `instances` says how many,
-- `note` why a strategy has no numbers. `left_out` counts what it completed elsewhere, `failed` its failures.
-- What knows the future has no place, and may be ahead of the best of the others. `place` is by the mean, or by the geometric mean where a single one of ten or more instances makes up more than half of
-- the sum of some strategy's factors (`largest_share`, %): then the mean says nothing about the others.
-- What is above the best by no more than a billionth of it is the best too: so much is rounding.
WITH
  measured AS (
    SELECT strategy_id,
           confidence(factor, platform_id, workload_id) AS margin,
           platform_draws(platform_id) FILTER (WHERE factor IS NOT NULL) AS platform_draws,
           workload_draws(workload_id) FILTER (WHERE factor IS NOT NULL) AS workload_draws
    FROM contest('makespan') GROUP BY strategy_id)
SELECT s.label AS strategy,
       t.place,
       100 * (t.mean_factor - 1) AS mean_percent,                      -- above the best of the instance
       100 * (max(t.contends, t.mean_factor - m.margin) - 1) AS low_percent,  -- 95 % interval of the mean
       100 * (t.mean_factor + m.margin - 1) AS high_percent,
       iif(t.place > 0, t.times_best, NULL) AS times_best,  -- none was better
       t.factors AS instances,
       t.failed,
       t.completed - t.factors AS left_out,
       coalesce(t.note, iif(t.factors = 0, 'every best value is 0', NULL)) AS note,
       100 * (t.geometric_factor - 1) AS geometric_percent,
       100 * (t.median_factor - 1) AS median_percent,
       100 * (t.largest_factor - 1) AS largest_percent,
       100 * t.largest_factor_share AS largest_share,
       m.platform_draws,
       m.workload_draws
FROM contenders('makespan') t JOIN measured m USING (strategy_id) JOIN strategy s ON s.id = t.strategy_id
ORDER BY place IS NULL, place, strategy
