-- How far each strategy is from the best of its instance by one metric, and what that costs in others. A factor is the cost
-- divided by the least of the instance. Only instances where all compared strategies have a value; who is compared, the table of
-- results says.
-- metric: any

CREATE TEMP TABLE contender AS
SELECT c.*, s.label AS strategy
FROM contenders('{metric}') c JOIN strategy s ON s.id = c.strategy_id WHERE c.contends;

CREATE TEMP VIEW run AS
SELECT strategy_id, platform_id, workload_id, cost / best AS ratio, iif('{metric}' <> 'makespan', makespan / nullif(best_makespan, 0), NULL) AS makespan_ratio,
       max_stretch / nullif(best_max_stretch, 0) AS stretch_ratio, efficiency, unfairness
FROM contest_results('{metric}') WHERE rank IS NOT NULL;

-- Steps of 2 % up to 1,003 times the best, and 350 for all beyond.
CREATE TEMP TABLE profile_step AS SELECT * FROM factor_steps('{metric}');
CREATE TEMP TABLE profiled AS
SELECT strategy_id, sum(scenarios) AS instances FROM profile_step GROUP BY strategy_id;

-- Every curve spans the axis; one that goes beyond it ends below 1.
CREATE TEMP VIEW profile_end AS
SELECT strategy_id, step
FROM (SELECT 0 AS step FROM profile_step UNION SELECT min(349, max(step)) FROM profile_step)
CROSS JOIN profiled WHERE step IS NOT NULL;

CREATE TEMP VIEW profile AS
SELECT strategy, place, pow(1.02, step) AS x,
       1.0 * sum(sum(scenarios)) OVER (PARTITION BY strategy_id ORDER BY step) / instances AS share, instances, failed
FROM (SELECT strategy_id, step, scenarios FROM profile_step WHERE step < 350
      UNION ALL SELECT strategy_id, step, 0 FROM profile_end)
JOIN profiled USING (strategy_id) JOIN contender USING (strategy_id)
GROUP BY strategy_id, step;

CREATE TEMP TABLE mean AS
SELECT strategy, failed, count(*) AS instances,
       avg(ratio) AS ratio, confidence(ratio, platform_id, workload_id) AS ratio_margin,
       avg(makespan_ratio) AS makespan_ratio, confidence(makespan_ratio, platform_id, workload_id) AS makespan_margin,
       avg(stretch_ratio) AS stretch_ratio, confidence(stretch_ratio, platform_id, workload_id) AS stretch_margin,
       avg(efficiency) AS efficiency, confidence(efficiency, platform_id, workload_id) AS efficiency_margin,
       avg(unfairness) AS unfairness, confidence(unfairness, platform_id, workload_id) AS unfairness_margin
FROM run JOIN contender USING (strategy_id) GROUP BY strategy_id;

-- The Pareto front: no other one is better by more than a billionth in one and as good in the other.
CREATE TEMP VIEW cost AS
SELECT 'efficiency' AS metric, strategy, ratio, iif(efficiency = 0, 9e999, 1 / efficiency) AS other FROM mean
UNION ALL SELECT 'makespan', strategy, ratio, makespan_ratio FROM mean
UNION ALL SELECT 'unfairness', strategy, ratio, unfairness FROM mean
UNION ALL SELECT 'stretch', strategy, ratio, stretch_ratio FROM mean;
CREATE TEMP TABLE front AS
SELECT metric, strategy FROM cost m
WHERE NOT EXISTS (SELECT 1 FROM cost o WHERE o.metric = m.metric
                  AND o.ratio <= m.ratio * (1 + 1e-9) AND o.other <= m.other * (1 + 1e-9)
                  AND (m.ratio > o.ratio * (1 + 1e-9) OR m.other > o.other * (1 + 1e-9)));

-- figure: distribution
-- chart: box
-- title: Distribution of the {metric} against the best of the instance
-- says: For each strategy the factor behind the best of the instance: box from quartile to quartile, stroke at the median,
--   line from the 5 % quantile to the 95 % quantile.
-- x:
-- y: factor behind the best {metric} of the instance, log
SELECT strategy AS x, median_factor AS y, factor_25 AS low, factor_75 AS high, factor_5 AS least, factor_95 AS greatest,
       largest_factor AS worst, factors AS instances, failed
FROM contender WHERE factors > 0 ORDER BY y, mean_factor, x;

-- figure: profile
-- chart: steps
-- title: Performance profile of the {metric}
-- says: The share of the instances on which a strategy is at most so many times behind the best; the higher the better, and
--   where a curve begins is how often the strategy is the best. Over the instances where all compared
--   strategies have a value; the table has how many scenarios of each failed.
-- x: factor behind the best {metric} of the instance, log
-- y: share of the instances
SELECT x, share AS y, strategy AS series, instances, failed FROM profile ORDER BY place, series, x;

-- figure: makespan-trade-off
-- chart: scatter
-- beside: makespan
-- title: {metric} against makespan
-- says: Means of the factor behind the best {metric} and of the makespan / shortest makespan of the instance by strategy, with 95 % intervals of both; best is
--   the lower left. The dashed line joins the Pareto front, the strategies that no other one beats in both. Over the
--   instances where all compared strategies have a value.
-- x: mean factor behind the best {metric} of the instance, log
-- y: mean makespan / shortest makespan of the instance
SELECT ratio AS x, max(1, ratio - ratio_margin) AS x_low, ratio + ratio_margin AS x_high, makespan_ratio AS y, max(1, makespan_ratio - makespan_margin) AS low,
       makespan_ratio + makespan_margin AS high, strategy AS series, instances, failed,
       strategy IN (SELECT strategy FROM front WHERE metric = 'makespan') AS front
FROM mean WHERE ratio IS NOT NULL AND makespan_ratio IS NOT NULL ORDER BY series;

-- figure: efficiency-trade-off
-- chart: scatter
-- beside: efficiency
-- title: {metric} against efficiency
-- says: Means of the factor behind the best {metric} and of the efficiency by strategy, with 95 % intervals of both; best is
--   the upper left. The dashed line joins the Pareto front, the strategies that no other one beats in both. Over the
--   instances where all compared strategies have a value.
-- x: mean factor behind the best {metric} of the instance, log
-- y: mean efficiency
SELECT ratio AS x, max(1, ratio - ratio_margin) AS x_low, ratio + ratio_margin AS x_high, efficiency AS y, max(0, efficiency - efficiency_margin) AS low,
       min(1, efficiency + efficiency_margin) AS high, strategy AS series, instances, failed,
       strategy IN (SELECT strategy FROM front WHERE metric = 'efficiency') AS front
FROM mean WHERE ratio IS NOT NULL AND efficiency IS NOT NULL ORDER BY series;

-- figure: unfairness-trade-off
-- chart: scatter
-- beside: unfairness
-- title: {metric} against unfairness
-- says: Means of the factor behind the best {metric} and of the unfairness by strategy, with 95 % intervals of both; best is
--   the lower left. The dashed line joins the Pareto front, the strategies that no other one beats in both. Over the
--   instances where all compared strategies have a value.
-- x: mean factor behind the best {metric} of the instance, log
-- y: mean unfairness
SELECT ratio AS x, max(1, ratio - ratio_margin) AS x_low, ratio + ratio_margin AS x_high, unfairness AS y, max(0, unfairness - unfairness_margin) AS low,
       unfairness + unfairness_margin AS high, strategy AS series, instances, failed,
       strategy IN (SELECT strategy FROM front WHERE metric = 'unfairness') AS front
FROM mean WHERE ratio IS NOT NULL AND unfairness IS NOT NULL ORDER BY series;

-- figure: stretch-trade-off
-- chart: scatter
-- beside: max_stretch
-- title: {metric} against maximum stretch
-- says: Means of the factor behind the best {metric} and of the maximum stretch / smallest of the instance by strategy, with 95 % intervals of both; best is
--   the lower left. The dashed line joins the Pareto front, the strategies that no other one beats in both. Over the
--   instances where all compared strategies have a value.
-- x: mean factor behind the best {metric} of the instance, log
-- y: mean maximum stretch / smallest of the instance, log
SELECT ratio AS x, max(1, ratio - ratio_margin) AS x_low, ratio + ratio_margin AS x_high, stretch_ratio AS y, max(1, stretch_ratio - stretch_margin) AS low,
       stretch_ratio + stretch_margin AS high, strategy AS series, instances, failed,
       strategy IN (SELECT strategy FROM front WHERE metric = 'stretch') AS front
FROM mean WHERE ratio IS NOT NULL AND stretch_ratio IS NOT NULL ORDER BY series;
