-- Who leads by the report's metric, by how much, and what of it is chance: the ready queries as charts.
-- metric: any

-- figure: degradation
-- chart: bar
-- title: Mean factor behind the best {metric} of the instance
-- says: For each strategy the mean of its factor behind the best of the instance (1: always the best), with 95 % intervals,
--   over the instances where all compared strategies have a value. Geometric means, without intervals, where a single
--   instance makes up more than half of a strategy's sum.
-- x:
-- y: factor behind the best {metric} of the instance, log
WITH judged AS (
  SELECT *, max(largest_share > 50 AND instances >= 10) OVER () AS dominated FROM @degradation WHERE place IS NOT NULL)
SELECT strategy AS x, 1 + iif(dominated, geometric_percent, mean_percent) / 100 AS y,
       iif(dominated, NULL, 1 + low_percent / 100) AS low, iif(dominated, NULL, 1 + high_percent / 100) AS high,
       1 + median_percent / 100 AS median, 1 + largest_percent / 100 AS largest, times_best, instances, left_out, failed,
       dominated, largest_share
FROM judged ORDER BY place;

-- figure: ranks
-- chart: ranks
-- title: Mean ranks by {metric}, with the critical difference
-- says: Each strategy's mean rank over the instances where all compared strategies have a value; 1 is the best. Strategies that
--   a bar joins differ by less than Nemenyi's critical difference at 5 %, drawn at the top, and cannot be told apart:
--   a test of ranks alone, which takes every instance for an independent draw.
-- x: mean rank
SELECT strategy AS x, mean_rank AS y, groups, critical_difference, friedman_p, instances, left_out, failed
FROM @ranking WHERE mean_rank IS NOT NULL AND critical_difference IS NOT NULL ORDER BY y, x;

-- figure: pairs
-- chart: matrix
-- title: Which strategies differ by {metric}
-- says: Each pair of the compared strategies over the instances where both have a value, by the mean logarithm of their ratio for
--   other draws or, where nothing is drawn or a kind was drawn once, by Wilcoxon's signed-rank test over the instances, with
--   Holm's correction for all pairs. A sign says whether the strategy of the row is better or worse than that of the column at 5 %; a dot, that they cannot be told apart.
WITH
  -- Nobody is where the compared ones have no value together.
  ranked AS MATERIALIZED (
    SELECT s.label, c.place FROM contenders('{metric}') c JOIN strategy s ON s.id = c.strategy_id
    WHERE c.contends AND c.field > 1 AND EXISTS (SELECT 1 FROM contest('{metric}') WHERE cost IS NOT NULL))
SELECT strategy AS x, other AS y, ratio, low AS ratio_low, high AS ratio_high, wins, ties, losses, instances, wilcoxon_p,
       holm_p, draws_p, draws_holm_p, CASE strategy_is WHEN 'better' THEN 1 WHEN 'worse' THEN -1 ELSE 0 END AS better, a.place, b.place AS other_place
FROM @pairs JOIN ranked a ON a.label = strategy JOIN ranked b ON b.label = other
WHERE coalesce(draws_holm_p, holm_p) IS NOT NULL ORDER BY a.place, b.place;
