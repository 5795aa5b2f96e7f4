-- query: degradation
-- says: how far each strategy is from the best of each instance, and how often it is the best
-- Over the instances that all compared strategies completed and whose best value is not 0; `instances` says how many,
-- `note` why a strategy has no numbers. `left_out` counts what it completed elsewhere, `failed` its failures.
-- `place` is by the mean, or by the geometric mean where a single one of ten or more instances makes up more than half of
-- the sum of some strategy's factors (`largest_share`, %): then the mean says nothing about the others.
-- What is above the best by no more than a billionth of it is the best too: so much is rounding.
WITH
  compared AS (
    SELECT platform_id, workload_id, strategy_id, iif(cost <= best * (1 + 1e-9), 1.0, cost / best) AS ratio
    FROM contest('makespan')),
  measured AS (
    SELECT strategy_id,
           count(ratio) AS instances,
           sum(ratio = 1) AS times_best,  -- nobody was better
           avg(ratio) AS mean,
           confidence(ratio, platform_id, workload_id) AS margin,
           median(ratio) AS median,
           max(ratio) AS largest,
           100 * (exp(avg(ln(ratio))) - 1) AS geometric_percent,
           100 * max(ratio) / sum(ratio) AS largest_share,
           platform_draws(platform_id) FILTER (WHERE ratio IS NOT NULL) AS platform_draws,
           workload_draws(workload_id) FILTER (WHERE ratio IS NOT NULL) AS workload_draws
    FROM compared GROUP BY strategy_id),
  judged AS (
    SELECT *, iif(max(largest_share > 50 AND instances >= 10) OVER (), geometric_percent, 100 * (mean - 1)) AS behind
    FROM measured)
SELECT s.label AS strategy,
       m.instances,
       t.completed - m.instances AS left_out,
       t.failed,
       m.times_best,
       100 * (m.mean - 1) AS mean_percent,                    -- above the best of the instance
       100 * (max(1, m.mean - m.margin) - 1) AS low_percent,  -- 95 % interval of the mean
       100 * (m.mean + m.margin - 1) AS high_percent,
       100 * (m.median - 1) AS median_percent,
       100 * (m.largest - 1) AS largest_percent,
       m.geometric_percent,
       m.largest_share,
       iif(m.behind IS NOT NULL, row_number() OVER (ORDER BY m.behind IS NULL, m.behind, s.label), NULL) AS place,
       m.platform_draws,
       m.workload_draws,
       iif(m.instances = 0, coalesce(t.note, 'nothing that all completed'), NULL) AS note
FROM judged m JOIN contenders('makespan') t USING (strategy_id) JOIN strategy s ON s.id = m.strategy_id
ORDER BY place IS NULL, place, strategy
