-- What explains the report's metric, and where the two strategies that lead differ: the table function effects().
-- metric: any

CREATE TEMP TABLE leader AS
SELECT s.label AS strategy, c.place FROM contenders('{metric}') c JOIN strategy s ON s.id = c.strategy_id WHERE c.place <= 2;
CREATE TEMP TABLE explained AS SELECT 'metric' AS about, NULL AS leading, NULL AS behind, * FROM effects('{metric}');
INSERT INTO explained
SELECT 'ratio', a.strategy, b.strategy, e.*
FROM leader a, leader b, effects('{metric} of ' || a.strategy || ' / ' || b.strategy) e WHERE a.place = 1 AND b.place = 2;

-- Shares, where there is an axis. Of few draws the components may be estimated as larger than the whole: they are then
-- shares of their sum.
CREATE TEMP VIEW share AS
SELECT about, iif(part = 'draws', 'draws: ', '') || effect AS x,
       value * iif(part = 'draws', 100 / max(100, sum(value) OVER (PARTITION BY about, part)), 1) AS y,
       leading, behind, chance, freedom, place
FROM explained
WHERE ((part IN ('axis', 'draws') AND value IS NOT NULL) OR (part = 'interaction' AND value >= max(1, coalesce(chance, 0))))
  AND about IN (SELECT about FROM explained WHERE part = 'axis' AND value IS NOT NULL);

-- figure: explained
-- chart: bar
-- title: What explains the {metric}
-- says: Percent of the variance of the {metric} over the instances where all compared strategies have a value (of its
--   logarithm, where all values are above 0): axes, interactions of two axes from 1 % on that are larger than by
--   chance, and the variance components of draws of platforms and of workloads, in percent of their sum where few
--   draws make that larger than the whole. In a sample effects overlap: the bars need not add up to 100.
-- x:
-- y: percent of the variance
SELECT x, y, chance, freedom FROM share WHERE about = 'metric' ORDER BY y DESC, place;

-- figure: explained-ratio
-- chart: bar
-- title: What explains the ratio of the two that lead
-- says: The same of the logarithm of the {metric} of the strategy that leads divided by that of the next one.
-- x:
-- y: percent of the variance
SELECT x, y, chance, freedom, leading || ' / ' || behind AS ratio FROM share WHERE about = 'ratio' ORDER BY y DESC, place;

-- figure: cells
-- chart: bar
-- title: Where the two that lead differ most
-- says: Geometric mean of the {metric} of the strategy that leads divided by that of the next one, in the ten cells each way
--   of two axes where they surely differ most, with 95 % intervals for other draws. Below 1 the first one is better,
--   coloured as it is, above 1 the second. Each interval stands alone.
-- x:
-- y: ratio of the {metric}, log
SELECT effect || ': ' || level AS x, value AS y, low, high, iif(value < 1, leading, behind) AS series, cases AS instances,
       leading || ' / ' || behind AS ratio
FROM explained WHERE part = 'cell' ORDER BY place;
