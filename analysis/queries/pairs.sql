-- query: pairs
-- says: every pair of strategies: mean ratio with its interval, wins, ties, losses, whether they differ
-- Over the instances that both completed. Ratios below 1 and wins are in favour of `strategy`, above 1 and losses in favour
-- of `other`; where more is better, they are those of 1 / value, and an instance with a value of 0 is left out.
-- `left_out`: what one of them completed elsewhere. `draws_p` is that of the mean logarithm of the ratio for other draws;
-- `wilcoxon_p` takes every instance for a draw of its own. Each stands beside Holm's correction for so many pairs.
WITH
  numbered AS MATERIALIZED (SELECT id AS strategy_id, row_number() OVER (ORDER BY label) AS place FROM strategy),
  completed AS NOT MATERIALIZED (
    SELECT platform_id, workload_id, place, makespan AS cost
    FROM result JOIN numbered USING (strategy_id) WHERE makespan IS NOT NULL),
  attempts AS MATERIALIZED (
    SELECT place, label, count(makespan) AS completed, sum(outcome <> 'completed') AS failed
    FROM result JOIN numbered USING (strategy_id) JOIN strategy ON id = strategy_id GROUP BY place),
  compared AS MATERIALIZED (
    SELECT a.place AS strategy, b.place AS other, count(a.cost + b.cost) AS instances,
           mean_ratio(a.cost, b.cost) AS mean_ratio,
           confidence(1.0 * a.cost / b.cost, a.platform_id, a.workload_id) AS margin,
           wins(a.cost, b.cost) AS wins, ties(a.cost, b.cost) AS ties, losses(a.cost, b.cost) AS losses,
           wilcoxon(a.cost, b.cost) AS p,
           iif(min(a.cost) > 0 AND min(b.cost) > 0, mean_p(ln(1.0 * a.cost / b.cost), a.platform_id, a.workload_id), NULL)
             AS draws_p,
           platform_draws(a.platform_id) AS platform_draws, workload_draws(a.workload_id) AS workload_draws
    FROM completed a JOIN completed b
      ON b.platform_id = a.platform_id AND b.workload_id = a.workload_id AND b.place > a.place
    WHERE a.cost IS NOT NULL AND b.cost IS NOT NULL
    GROUP BY a.place, b.place),
  -- Holm: the least p times their number, the next one times one less, never falling.
  test(strategy, other, kind, p) AS (
    SELECT strategy, other, 'instances', p FROM compared WHERE p IS NOT NULL
    UNION ALL SELECT strategy, other, 'draws', draws_p FROM compared WHERE draws_p IS NOT NULL),
  stepped AS (
    SELECT *, min(1.0, p * (count(*) OVER (PARTITION BY kind) + 1 - row_number() OVER (PARTITION BY kind ORDER BY p))) AS step
    FROM test),
  holm AS MATERIALIZED (
    SELECT strategy, other, kind, max(step) OVER (PARTITION BY kind ORDER BY p ROWS UNBOUNDED PRECEDING) AS p FROM stepped)
SELECT mine.label AS strategy,
       others.label AS other,
       coalesce(c.instances, 0) AS instances,
       mine.completed + others.completed - 2 * coalesce(c.instances, 0) AS left_out,
       mine.failed,
       others.failed AS other_failed,
       c.mean_ratio,
       max(0, c.mean_ratio - c.margin) AS low,  -- of the 95 % interval
       c.mean_ratio + c.margin AS high,
       c.wins,
       c.ties,
       c.losses,
       c.p AS wilcoxon_p,
       (SELECT p FROM holm h WHERE h.strategy = c.strategy AND h.other = c.other AND kind = 'instances') AS holm_p,
       c.draws_p,
       (SELECT p FROM holm h WHERE h.strategy = c.strategy AND h.other = c.other AND kind = 'draws') AS draws_holm_p,
       c.platform_draws,
       c.workload_draws
FROM attempts mine JOIN attempts others ON others.place > mine.place
LEFT JOIN compared c ON c.strategy = mine.place AND c.other = others.place
ORDER BY mine.place, others.place
