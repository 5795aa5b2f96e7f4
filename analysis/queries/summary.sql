-- query: summary
-- says: what each strategy gave: count, failures, mean with its 95 % interval, quartiles
-- Over all that a strategy completed, also where others failed: to compare strategies, ask @degradation or @pairs.
WITH measured AS (
  SELECT strategy_id,
         count(makespan) AS completed,
         sum(outcome <> 'completed') AS failed,
         avg(makespan) AS mean,
         confidence(makespan) AS margin,  -- half-width of the mean's interval
         stddev(makespan) AS stddev,
         min(makespan) AS least,
         quantile(makespan, 0.25) AS quartile1,
         median(makespan) AS median,
         quantile(makespan, 0.75) AS quartile3,
         max(makespan) AS largest
  FROM result GROUP BY strategy_id)
SELECT s.label AS strategy, completed, failed, mean, margin, stddev, least, quartile1, median, quartile3, largest
FROM measured JOIN strategy s ON s.id = strategy_id
ORDER BY strategy
