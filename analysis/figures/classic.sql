-- The classic schedulers of sequential tasks: how far each is from the best of its instance by data set, what contention
-- does to that, and what the choices of a list scheduler are worth. Only instances that all compared strategies completed.
-- A data set is what its workloads are called without their draws.
-- paper: Coleman, Krishnamachari, arXiv 2403.07120 and 2403.07112; Topcuoglu, Hariri, Wu, TPDS 13(3) 2002
-- studies: classic-benchmark, classic-iot, classic-parametric, classic-random

-- Exact takes small instances only: it is compared with the others, not they with it.
CREATE TEMP TABLE run AS
SELECT platform_id, workload_id, strategy_id, contention, dataset, strategy, name, makespan / best AS ratio,
       makespan / predicted_makespan AS delay
FROM (SELECT r.platform_id, r.workload_id, r.strategy_id, p.contention, substr(w.label, 1, instr(w.label, 'sample=') - 2) AS dataset,
             s.label AS strategy, s.name, r.makespan, r.predicted_makespan,
             min(r.makespan) FILTER (WHERE s.name <> 'Exact') OVER instance AS best,
             count(r.makespan) FILTER (WHERE s.name <> 'Exact') OVER instance AS completed
      FROM result r JOIN strategy s ON s.id = r.strategy_id JOIN platform p ON p.id = r.platform_id JOIN workload w ON w.id = r.workload_id
      WHERE p.contention IS NOT NULL
      WINDOW instance AS (PARTITION BY r.platform_id, r.workload_id))
WHERE makespan IS NOT NULL
  AND completed = (SELECT count(*) FROM strategy WHERE name <> 'Exact' AND id IN (SELECT strategy_id FROM result));

CREATE TEMP TABLE mean AS
SELECT strategy_id, strategy, name, contention, count(*) AS instances, avg(ratio) AS ratio, confidence(ratio, platform_id, workload_id) AS margin,
       max(ratio) AS worst, avg(delay) AS delay, confidence(delay, platform_id, workload_id) AS delay_margin
FROM run WHERE name <> 'Exact' GROUP BY strategy_id, contention;

-- Each scheduler on each data set, where there are too many for bars.
CREATE TEMP VIEW cell AS
SELECT contention, dataset AS x, strategy AS y, avg(ratio) AS value,
       max(1, avg(ratio) - confidence(ratio, platform_id, workload_id)) AS low,
       avg(ratio) + confidence(ratio, platform_id, workload_id) AS high, max(ratio) AS worst, count(*) AS instances,
       avg(avg(ratio)) OVER (PARTITION BY contention, strategy) AS place
FROM run WHERE name NOT IN ('Exact', 'Parametric') AND (SELECT count(DISTINCT dataset) FROM run) BETWEEN 5 AND 40
GROUP BY contention, dataset, strategy_id;

-- figure: datasets
-- chart: bar
-- panels: independent
-- title: Makespan over the best of the instance, by data set
-- says: Mean of the makespan over that of the best scheduler of the instance, with 95 % intervals, with contention and without.
-- x:
-- y: makespan / best
SELECT dataset AS panel, strategy AS x, avg(ratio) AS y, 'contention ' || contention AS series,
       max(1, avg(ratio) - confidence(ratio, platform_id, workload_id)) AS low,
       avg(ratio) + confidence(ratio, platform_id, workload_id) AS high, max(ratio) AS worst, count(*) AS instances
FROM run WHERE name NOT IN ('Exact', 'Parametric') AND (SELECT count(DISTINCT dataset) FROM run) <= 4
GROUP BY dataset, strategy_id, contention ORDER BY dataset, avg(ratio) OVER (PARTITION BY dataset, strategy), x, series;

-- figure: datasets-off
-- chart: heat
-- title: Makespan over the best of the instance, by data set, without contention
-- says: Mean of the makespan over that of the best scheduler of the instance. The darker a cell, the farther behind; the
--   schedulers that are nearest to the best over all data sets first.
-- x:
-- y:
SELECT x, y, value, low, high, worst, instances FROM cell WHERE contention = 'off' ORDER BY place, y, x;

-- figure: datasets-on
-- chart: heat
-- title: Makespan over the best of the instance, by data set, with contention
-- says: Mean of the makespan over that of the best scheduler of the instance. The darker a cell, the farther behind; the
--   schedulers that are nearest to the best over all data sets first.
-- x:
-- y:
SELECT x, y, value, low, high, worst, instances FROM cell WHERE contention = 'on' ORDER BY place, y, x;

-- figure: worst
-- chart: bar
-- title: Largest makespan over the best of the instance
-- says: The worst instance of each scheduler in all data sets, with contention and without.
-- x:
-- y: largest makespan / best, log
SELECT strategy AS x, worst AS y, 'contention ' || contention AS series, instances
FROM mean WHERE name <> 'Parametric' ORDER BY max(worst) OVER (PARTITION BY strategy), x, series;

-- figure: contention-delay
-- chart: bar
-- title: What contention adds to the makespan that was planned
-- says: Mean of the simulated makespan over that of the schedule, with 95 % intervals; without contention it is 1.
-- x:
-- y: simulated / planned makespan
SELECT strategy AS x, delay AS y, max(0, delay - delay_margin) AS low, delay + delay_margin AS high, instances
FROM mean WHERE contention = 'on' AND name <> 'Parametric' ORDER BY y, x;

-- figure: optimum
-- study: classic-benchmark
-- chart: bar
-- title: Makespan over the optimum, where it is known
-- says: Mean of the makespan over that of the exact schedule on trees and chains of few tasks, without contention, with 95 %
--   intervals.
-- x:
-- y: makespan / optimum
SELECT a.strategy AS x, avg(a.ratio / e.ratio) AS y,
       max(1, avg(a.ratio / e.ratio) - confidence(a.ratio / e.ratio, platform_id, workload_id)) AS low,
       avg(a.ratio / e.ratio) + confidence(a.ratio / e.ratio, platform_id, workload_id) AS high,
       avg(a.ratio <= e.ratio * (1 + 1e-9)) AS optimal, max(a.ratio / e.ratio) AS worst, count(*) AS instances
FROM run a JOIN run e USING (platform_id, workload_id) WHERE e.name = 'Exact' AND a.name <> 'Exact' AND a.contention = 'off' GROUP BY a.strategy_id ORDER BY y, x;

-- figure: choices
-- study: classic-parametric
-- chart: bar
-- title: What each choice of a list scheduler is worth
-- says: Mean makespan over the best of the 72 combinations, over all combinations with the choice, with 95 % intervals, with
--   contention and without.
-- x:
-- y: makespan / best
WITH choice(panel, x, strategy_id) AS (
  SELECT 'priority', priority, id FROM strategy UNION ALL SELECT 'host by', choice, id FROM strategy
  UNION ALL SELECT 'placing', placing, id FROM strategy UNION ALL SELECT 'critical path reserved', critical, id FROM strategy
  UNION ALL SELECT 'sufferage', sufferage, id FROM strategy)
SELECT panel, x, avg(ratio) AS y, 'contention ' || contention AS series,
       max(1, avg(ratio) - confidence(ratio, platform_id, workload_id)) AS low,
       avg(ratio) + confidence(ratio, platform_id, workload_id) AS high, count(*) AS instances
FROM (SELECT c.panel, c.x, r.contention, r.platform_id, r.workload_id, avg(r.ratio) AS ratio
      FROM run r JOIN choice c USING (strategy_id) WHERE r.name = 'Parametric'
      GROUP BY c.panel, c.x, r.platform_id, r.workload_id)
GROUP BY panel, x, contention ORDER BY panel, x, series;

-- figure: combinations
-- study: classic-parametric
-- chart: scatter
-- title: The 72 combinations without contention and with it
-- says: Mean makespan over the best of the instance, without contention (x) and with it (y).
-- x: makespan / best, without contention
-- y: makespan / best, with contention
SELECT 'host by ' || s.choice AS series, f.ratio AS x, o.ratio AS y, f.strategy, f.instances
FROM mean f JOIN mean o USING (strategy_id) JOIN strategy s ON s.id = f.strategy_id
WHERE f.contention = 'off' AND o.contention = 'on' AND f.name = 'Parametric' ORDER BY series, x;

-- figure: by-ccr
-- study: classic-random
-- chart: line
-- title: Makespan over the best, by communication to computation
-- says: Mean makespan over the best of the instance by the ratio of communication to computation, with contention and without.
-- x: communication / computation, log
-- y: makespan / best
SELECT 'contention ' || contention AS panel, w.ccr AS x, avg(ratio) AS y, strategy AS series,
       max(1, avg(ratio) - confidence(ratio, platform_id, workload_id)) AS low,
       avg(ratio) + confidence(ratio, platform_id, workload_id) AS high, count(*) AS instances
FROM run JOIN workload w ON w.id = workload_id GROUP BY panel, series, x ORDER BY panel, series, x;
