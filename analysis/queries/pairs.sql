-- query: pairs
-- says: every pair of strategies: mean ratio with its interval, wins, ties, losses, whether they differ
-- Over the instances where both have a value. Ratios below 1 and wins are in favour of `strategy`, above 1 and losses in favour
-- of `other`; where more is better, they are those of 1 / value, and an instance with a value of 0 is left out.
-- `left_out`: what one of them completed elsewhere. `draws_p` is that of the mean logarithm of the ratio for other draws;
-- `wilcoxon_p` takes every instance for a draw of its own. Each stands beside Holm's correction for so many pairs.
WITH
  ran AS MATERIALIZED (
    SELECT c.strategy_id, s.label, c.completed, c.failed FROM contenders('makespan') c JOIN strategy s ON s.id = c.strategy_id),
  compared AS MATERIALIZED (SELECT strategy_id AS strategy, other_id AS other, * FROM pairs('makespan')),
  -- Holm: the least p times their number, the next one times one less, never falling.
  test(strategy, other, kind, p) AS (
    SELECT strategy, other, 'instances', wilcoxon_p FROM compared WHERE wilcoxon_p IS NOT NULL
    UNION ALL SELECT strategy, other, 'draws', draws_p FROM compared WHERE draws_p IS NOT NULL),
  stepped AS (
    SELECT *, min(1.0, p * (count(*) OVER (PARTITION BY kind) + 1 - row_number() OVER (PARTITION BY kind ORDER BY p))) AS step
    FROM test),
  holm AS MATERIALIZED (
    SELECT strategy, other, kind, max(step) OVER (PARTITION BY kind ORDER BY p ROWS UNBOUNDED PRECEDING) AS p FROM stepped)
SELECT mine.label AS strategy,
       others.label AS other,
       c.mean_ratio,
       max(0, c.mean_ratio - c.margin) AS low,  -- of the 95 % interval
       c.mean_ratio + c.margin AS high,
       (SELECT p FROM holm h WHERE h.strategy = c.strategy AND h.other = c.other AND kind = 'draws') AS draws_holm_p,
       c.wins,
       c.ties,
       c.losses,
       coalesce(c.instances, 0) AS instances,
       mine.failed,
       others.failed AS other_failed,
       mine.completed + others.completed - 2 * coalesce(c.instances, 0) AS left_out,
       exp(c.log_ratio) AS geometric_ratio,  -- what draws_p is about
       c.draws_p,
       c.wilcoxon_p,
       (SELECT p FROM holm h WHERE h.strategy = c.strategy AND h.other = c.other AND kind = 'instances') AS holm_p,
       c.platform_draws,
       c.workload_draws
FROM ran mine JOIN ran others ON others.label > mine.label
LEFT JOIN compared c ON c.strategy = mine.strategy_id AND c.other = others.strategy_id
ORDER BY mine.label, others.label
