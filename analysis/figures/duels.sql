-- What a campaign of `palio duel` found: the worst instance of each pair of strategies, and how its restarts differ. Ratios are
-- those of simulated makespans.
-- metric: any
-- needs: workload.target, workload.base, workload.network, workload.restart, workload.evaluation

CREATE TEMP TABLE found AS
SELECT w.target, w.base, w.restart, w.evaluation, w.path AS instance, t.makespan / b.makespan AS ratio,
       t.makespan AS target_makespan, b.makespan AS base_makespan,
       p.key || '-' || w.key || '-' || one.key AS target_scenario, p.key || '-' || w.key || '-' || other.key AS base_scenario
FROM workload w JOIN platform p ON p.digest = w.network
JOIN strategy one ON one.label = w.target JOIN strategy other ON other.label = w.base
JOIN result t ON t.platform_id = p.id AND t.workload_id = w.id AND t.strategy_id = one.id
JOIN result b ON b.platform_id = p.id AND b.workload_id = w.id AND b.strategy_id = other.id
WHERE t.makespan IS NOT NULL AND b.makespan > 0;

-- The worst of each restart; of several that are as bad, the first.
CREATE TEMP TABLE restart AS
SELECT * FROM (SELECT *, row_number() OVER (PARTITION BY target, base, restart ORDER BY ratio DESC, evaluation) AS place FROM found)
WHERE place = 1;

CREATE TEMP TABLE pair AS
SELECT *, count(*) OVER (PARTITION BY target, base) AS restarts,
       row_number() OVER (PARTITION BY target, base ORDER BY ratio DESC, restart) AS by_ratio
FROM restart;

-- figure: worst-cases
-- chart: heat
-- title: The worst instance of each pair
-- says: How many times as long the strategy of the row takes as that of the column, on the worst instance that was found.
--   Pressing a cell leads to its row of the data: `palio replay FILE SCENARIO --gantt FILE.svg` carries either schedule out
--   again and draws it.
-- x: base
-- y: target
SELECT p.base AS x, p.target AS y, p.ratio AS value, m.median, p.restarts, p.restart, p.evaluation, p.instance,
       p.target_makespan, p.base_makespan, p.target_scenario, p.base_scenario
FROM pair p JOIN (SELECT target, base, median(ratio) AS median FROM restart GROUP BY target, base) m USING (target, base)
WHERE p.by_ratio = 1
ORDER BY max(p.ratio) OVER (PARTITION BY p.target) DESC, y, value DESC, x;

-- figure: restarts
-- chart: steps
-- title: What restarts end with
-- says: The share of the restarts of a pair whose worst instance has at most this ratio of makespans: what another search of
--   the same length may give. Of several pairs the eight with most restarts, of those with as many the worst.
-- x: makespan / makespan of the other one, log
-- y: share of the restarts
WITH chosen AS (
  SELECT target, base FROM pair WHERE by_ratio = 1 AND restarts > 1 ORDER BY restarts DESC, ratio DESC, target, base LIMIT 8)
SELECT p.ratio AS x, 1.0 * (p.restarts - p.by_ratio + 1) / p.restarts AS y, p.target || ' / ' || p.base AS series, p.restarts, p.restart
FROM pair p JOIN chosen USING (target, base) WHERE p.ratio > 0 ORDER BY series, x, y;
