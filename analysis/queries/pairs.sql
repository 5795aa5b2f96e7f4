-- query: pairs
-- says: every pair of strategies: ratio with its interval and test, whether they differ, wins, ties, losses
-- Over the instances where both have a value. `ratio` is the geometric mean; `low`, `high` and `draws_p` are its 95 % interval and its
-- test for other draws, and `draws_holm_p` is corrected for so many pairs (Holm). Ratios below 1 and wins are in favour of
-- `strategy`, above 1 and losses in favour of `other`; where more is better, they are those of 1 / value, and an instance
-- with a value of 0 is left out. `strategy_is` says whether they differ at 5 % by `draws_holm_p` or, where nothing is drawn or a kind
-- was drawn once, by `holm_p` in the sense of wins and losses: Wilcoxon's test, which takes every instance for a draw of its own.
-- `left_out`: what one of them completed elsewhere; `mean_ratio` is the arithmetic mean, without interval and test.
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
    SELECT strategy, other, kind, max(step) OVER (PARTITION BY kind ORDER BY p ROWS UNBOUNDED PRECEDING) AS p FROM stepped),
  tested AS (
    SELECT c.*, exp(log_ratio) AS ratio,
           (SELECT p FROM holm h WHERE h.strategy = c.strategy AND h.other = c.other AND kind = 'draws') AS draws_holm_p,
           (SELECT p FROM holm h WHERE h.strategy = c.strategy AND h.other = c.other AND kind = 'instances') AS holm_p
    FROM compared c)
SELECT mine.label AS strategy,
       others.label AS other,
       c.ratio,
       exp(c.log_ratio - c.log_margin) AS low,
       exp(c.log_ratio + c.log_margin) AS high,
       c.draws_p,
       c.draws_holm_p,
       CASE WHEN coalesce(c.draws_holm_p, c.holm_p) >= 0.05 OR (c.draws_holm_p IS NULL AND c.wins = c.losses) THEN 'not told apart'
            WHEN iif(c.draws_holm_p IS NOT NULL, c.ratio < 1, c.wins > c.losses) THEN 'better'
            WHEN c.instances > 0 THEN 'worse' END AS strategy_is,
       c.wins,
       c.ties,
       c.losses,
       coalesce(c.instances, 0) AS instances,
       mine.failed,
       others.failed AS other_failed,
       mine.completed + others.completed - 2 * coalesce(c.instances, 0) AS left_out,
       c.wilcoxon_p,
       c.holm_p,
       c.mean_ratio,
       c.platform_draws,
       c.workload_draws
FROM ran mine JOIN ran others ON others.label > mine.label
LEFT JOIN tested c ON c.strategy = mine.strategy_id AND c.other = others.strategy_id
ORDER BY mine.label, others.label
