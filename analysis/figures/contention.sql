-- What contention changes where a study has networks with it and without it: the mean factor behind the best of the instance
-- by strategy on either side, and how much of the order stays (M. G. Kendall, Biometrika 30, 1938; tau-b, with ties). Only
-- instances where all compared strategies have a value.
-- metric: any
-- needs: platform.contention

CREATE TEMP TABLE mean AS
SELECT p.contention, c.strategy_id, s.label AS strategy, count(*) AS instances, avg(cost / best) AS ratio,
       confidence(cost / best, c.platform_id, c.workload_id) AS margin
FROM contest('{metric}') c JOIN platform p ON p.id = c.platform_id JOIN strategy s ON s.id = c.strategy_id
WHERE c.rank IS NOT NULL AND c.best > 0 AND p.contention IN ('off', 'on')
GROUP BY p.contention, c.strategy_id;

CREATE TEMP TABLE both AS
SELECT f.strategy_id, f.ratio AS off, o.ratio AS loaded
FROM mean f JOIN mean o USING (strategy_id) WHERE f.contention = 'off' AND o.contention = 'on';

-- Each pair once: 1 where its first strategy is ahead, -1 where it is behind; means within a billionth are equal.
CREATE TEMP VIEW pair AS
SELECT iif(abs(a.off - b.off) <= 1e-9 * b.off, 0, sign(b.off - a.off)) AS off,
       iif(abs(a.loaded - b.loaded) <= 1e-9 * b.loaded, 0, sign(b.loaded - a.loaded)) AS loaded
FROM both a JOIN both b ON a.strategy_id < b.strategy_id;

-- figure: contention
-- chart: slope
-- title: Mean factor behind the best {metric}, without contention and with it
-- says: The mean factor behind the best of the instance of each strategy on the networks without contention (left) and with it
--   (right). Kendall's tau is 1 where the order stays and 0 where nothing of it does.
-- y: factor behind the best {metric} of the instance, log
SELECT iif(contention = 'off', 'without contention', 'with contention') AS x, ratio AS y, strategy AS series,
       max(1, ratio - margin) AS low, ratio + margin AS high,
       rank() OVER (PARTITION BY contention ORDER BY ratio) AS rank, instances,
       (SELECT sum(off * loaded) / sqrt(nullif(sum(off <> 0) * sum(loaded <> 0), 0)) FROM pair) AS tau
FROM mean WHERE strategy_id IN (SELECT strategy_id FROM both) AND (SELECT count(*) FROM both) > 1
ORDER BY contention, y, series;
