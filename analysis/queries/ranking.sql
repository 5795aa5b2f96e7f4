-- query: ranking
-- says: mean ranks, Friedman's test that all are alike, and which strategies Nemenyi's critical difference tells apart
-- Demsar, JMLR 7, 2006. Over the instances where all compared strategies have a value; `instances` says how many, `note` why a
-- strategy has no rank. The best has rank 1, equal ones share their mean rank, and a billionth is rounding.
-- Strategies with a number in common under `groups` cannot be told apart at 5 %. The tests take every instance for a block
-- of its own; `low` and `high` are for other draws.
WITH
  measured AS MATERIALIZED (
    SELECT strategy_id, count(rank) AS instances, avg(rank) AS mean_rank, sum(rank) AS rank_sum, sum(rank * rank) AS squares,
           confidence(rank, platform_id, workload_id) AS margin,
           platform_draws(platform_id) FILTER (WHERE rank IS NOT NULL) AS platform_draws,
           workload_draws(workload_id) FILTER (WHERE rank IS NOT NULL) AS workload_draws
    FROM contest('makespan') GROUP BY strategy_id),
  total AS (SELECT 1.0 * count(*) AS k, 1.0 * max(instances) AS n, sum(squares) AS squares FROM measured
            WHERE instances > 0),
  friedman AS MATERIALIZED (
    SELECT k, n, critical_difference(k, n) AS critical_difference,
           (k - 1) * (SELECT sum((rank_sum - n * (k + 1) / 2) * (rank_sum - n * (k + 1) / 2)) FROM measured)
             / (squares - n * k * (k + 1) * (k + 1) / 4) AS chi_squared
    FROM total),
  ordered AS MATERIALIZED (
    SELECT strategy_id, mean_rank, row_number() OVER (ORDER BY mean_rank, label) AS place
    FROM measured JOIN strategy ON id = strategy_id WHERE mean_rank IS NOT NULL),
  -- From each place as far as the critical difference reaches; a group within the one before says nothing new.
  reach AS MATERIALIZED (
    SELECT o.place, (SELECT max(place) FROM ordered WHERE mean_rank - o.mean_rank < critical_difference) AS last
    FROM ordered o, friedman),
  kept AS (
    SELECT place, last, coalesce(max(last) OVER (ORDER BY place ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS before
    FROM reach),
  grouped AS (SELECT place, last, row_number() OVER (ORDER BY place) AS number FROM kept WHERE last > before)
SELECT s.label AS strategy,
       m.mean_rank,
       max(1, m.mean_rank - m.margin) AS low,  -- 95 % interval
       min(f.k, m.mean_rank + m.margin) AS high,
       (SELECT group_concat(number, ' ') FROM grouped g WHERE o.place BETWEEN g.place AND g.last) AS groups,
       m.instances,
       t.completed - m.instances AS left_out,
       t.failed,
       f.critical_difference,
       f.chi_squared AS friedman_chi_squared,
       chi_squared_p(f.chi_squared, f.k - 1) AS friedman_p,
       m.platform_draws,
       m.workload_draws,
       iif(m.instances = 0, t.note, NULL) AS note
FROM measured m JOIN contenders('makespan') t USING (strategy_id) JOIN strategy s ON s.id = m.strategy_id
JOIN friedman f LEFT JOIN ordered o ON o.strategy_id = m.strategy_id
ORDER BY m.mean_rank IS NULL, m.mean_rank, strategy
