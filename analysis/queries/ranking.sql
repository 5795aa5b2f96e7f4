-- query: ranking
-- says: mean ranks, Friedman's test that all are alike, and which strategies Nemenyi's critical difference tells apart
-- Demsar, JMLR 7, 2006. Of the most strategies that completed instances together, over all that they completed together;
-- the other ones have no rank. The best has rank 1, equal ones share their mean rank, and a billionth is rounding.
-- Strategies with a number in common under `groups` cannot be told apart at 5 %.
WITH
  attempt AS NOT MATERIALIZED (
    SELECT platform_id, workload_id, strategy_id, makespan AS value, makespan AS cost, outcome <> 'completed' AS failed
    FROM result),
  -- Friedman's test needs complete blocks: which strategies completed an instance, and of the largest such sets an instance
  -- of the one that has the most.
  together AS (
    SELECT platform_id, workload_id, count(*) AS size, group_concat(strategy_id) AS members
    FROM (SELECT * FROM attempt WHERE cost IS NOT NULL ORDER BY platform_id, workload_id, strategy_id)
    GROUP BY platform_id, workload_id),
  example AS MATERIALIZED (
    SELECT platform_id, workload_id FROM together GROUP BY members ORDER BY max(size) DESC, count(*) DESC, members LIMIT 1),
  contender(id) AS MATERIALIZED (
    SELECT strategy_id FROM attempt JOIN example USING (platform_id, workload_id) WHERE cost IS NOT NULL),
  contest AS (
    SELECT platform_id, workload_id, strategy_id, value, iif(strategy_id IN contender, cost, NULL) AS cost, failed
    FROM attempt),
  -- The mean rank of equal ones: half of how many are less, how many are at most as large, and 1.
  placed AS (
    SELECT strategy_id, failed, value, cost, count(cost) OVER instance AS completed,
           (count(cost) OVER (upwards RANGE BETWEEN UNBOUNDED PRECEDING AND 1e-9 PRECEDING)
              + count(cost) OVER (upwards RANGE BETWEEN UNBOUNDED PRECEDING AND 1e-9 FOLLOWING) + 1) / 2.0 AS rank
    FROM contest
    WINDOW instance AS (PARTITION BY platform_id, workload_id),
           upwards AS (PARTITION BY platform_id, workload_id ORDER BY ln(max(cost, 1e-300)))),
  ranked AS (
    SELECT strategy_id, failed, value,
           iif(cost IS NOT NULL AND completed = (SELECT count(*) FROM contender), rank, NULL) AS rank FROM placed),
  measured AS MATERIALIZED (
    SELECT strategy_id, count(rank) AS instances, count(value) - count(rank) AS left_out, sum(failed) AS failed,
           avg(rank) AS mean_rank, sum(rank) AS rank_sum, sum(rank * rank) AS squares
    FROM ranked GROUP BY strategy_id),
  total AS (SELECT 1.0 * count(*) AS k, 1.0 * max(instances) AS n, sum(squares) AS squares FROM measured
            WHERE instances > 0),
  friedman AS MATERIALIZED (
    SELECT k, n, critical_difference(k, n) AS critical_difference,
           (k - 1) * (SELECT sum((rank_sum - n * (k + 1) / 2) * (rank_sum - n * (k + 1) / 2)) FROM measured)
             / (squares - n * k * (k + 1) * (k + 1) / 4) AS chi_squared
    FROM total),
  ordered AS MATERIALIZED (
    SELECT strategy_id, mean_rank, row_number() OVER (ORDER BY mean_rank, strategy_id) AS place FROM measured
    WHERE mean_rank IS NOT NULL),
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
       (SELECT group_concat(number, ' ') FROM grouped g WHERE o.place BETWEEN g.place AND g.last) AS groups,
       m.instances,
       m.left_out,
       m.failed,
       f.critical_difference,
       f.chi_squared AS friedman_chi_squared,
       chi_squared_p(f.chi_squared, f.k - 1) AS friedman_p
FROM measured m JOIN strategy s ON s.id = m.strategy_id JOIN friedman f LEFT JOIN ordered o ON o.strategy_id = m.strategy_id
ORDER BY m.mean_rank IS NULL, m.mean_rank, strategy
