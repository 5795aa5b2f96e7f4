-- query: pairs
-- says: every pair of strategies: mean ratio with its interval, wins, ties, losses, Wilcoxon's p
-- Over the instances that both completed; a pair without any has no row. Ratios below 1 and wins are in favour of
-- `strategy`, above 1 and losses in favour of `other`; where more is better, they are those of 1 / value, and an instance
-- with a value of 0 is left out. `left_out`: what one of them completed elsewhere.
WITH
  completed AS NOT MATERIALIZED (
    SELECT platform_id, workload_id, strategy_id, makespan AS cost FROM result WHERE makespan IS NOT NULL),
  attempts AS MATERIALIZED (
    SELECT strategy_id, count(makespan) AS completed, sum(outcome <> 'completed') AS failed FROM result GROUP BY strategy_id),
  compared AS MATERIALIZED (
    SELECT a.strategy_id AS strategy, b.strategy_id AS other, count(a.cost + b.cost) AS instances,
           mean_ratio(a.cost, b.cost) AS mean_ratio, ratio_low(a.cost, b.cost) AS low, ratio_high(a.cost, b.cost) AS high,
           wins(a.cost, b.cost) AS wins, ties(a.cost, b.cost) AS ties, losses(a.cost, b.cost) AS losses,
           wilcoxon(a.cost, b.cost) AS p
    FROM completed a JOIN completed b
      ON b.platform_id = a.platform_id AND b.workload_id = a.workload_id AND b.strategy_id > a.strategy_id
    GROUP BY a.strategy_id, b.strategy_id HAVING count(a.cost + b.cost) > 0),
  -- Holm's correction for so many tests: the least p times their number, the next one times one less, never falling.
  stepped AS (
    SELECT strategy, other, p, min(1.0, p * (count(*) OVER () + 1 - row_number() OVER (ORDER BY p))) AS step FROM compared),
  corrected AS (
    SELECT strategy, other, max(step) OVER (ORDER BY p ROWS UNBOUNDED PRECEDING) AS holm_p FROM stepped)
SELECT s.label AS strategy,
       o.label AS other,
       c.instances,
       mine.completed + others.completed - 2 * c.instances AS left_out,
       mine.failed,
       others.failed AS other_failed,
       c.mean_ratio,
       c.low,  -- of the 95 % interval
       c.high,
       c.wins,
       c.ties,
       c.losses,
       c.p AS wilcoxon_p,
       h.holm_p
FROM compared c
JOIN corrected h ON h.strategy = c.strategy AND h.other = c.other
JOIN attempts mine ON mine.strategy_id = c.strategy
JOIN attempts others ON others.strategy_id = c.other
JOIN strategy s ON s.id = c.strategy
JOIN strategy o ON o.id = c.other
ORDER BY c.strategy, c.other
