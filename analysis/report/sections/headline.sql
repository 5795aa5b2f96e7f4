-- Over the instances where all compared strategies have a value. Of metric {2}: {0} is its value by cost, {1} and {3} its
-- least and largest values.
WITH
  measured AS (
    SELECT strategy_id, count(cost) AS instances, avg({0}) AS mean, confidence({0}, platform_id, workload_id) AS margin,
           median({0}) AS median, avg(cost / best) AS ratio,
           confidence(cost / best, platform_id, workload_id) AS ratio_margin,
           platform_draws(platform_id) FILTER (WHERE cost IS NOT NULL) AS platform_draws,
           workload_draws(workload_id) FILTER (WHERE cost IS NOT NULL) AS workload_draws,
           platform_singles(platform_id) FILTER (WHERE cost IS NOT NULL) AS platform_singles,
           workload_singles(workload_id) FILTER (WHERE cost IS NOT NULL) AS workload_singles,
           max({0}) / nullif(sum({0}), 0) AS largest_share
    FROM contest('{2}') GROUP BY strategy_id)
SELECT s.label, c.completed, c.failed, mean, max(min({1}, mean), mean - margin),
       min(max({3}, mean), mean + margin), median, ratio,
       max(c.contends, ratio - ratio_margin), ratio + ratio_margin, instances,
       iif(instances = 0 OR NOT c.contends, c.note, NULL), platform_draws, workload_draws,
       platform_singles, workload_singles, largest_share, c.together
FROM measured JOIN contenders('{2}') c USING (strategy_id) JOIN strategy s ON s.id = strategy_id
ORDER BY c.place IS NULL, c.place, ratio IS NULL, ratio, s.label
