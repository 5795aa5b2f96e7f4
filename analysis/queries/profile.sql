-- query: profile
-- says: performance profiles: the share of instances where a strategy is within a factor tau of the best
-- Dolan and More, Mathematical Programming 91(2), 2002. Over the instances that as many strategies as any ran (every one,
-- unless some are for some workloads only), one completed and whose best value is not 0; a failure is within no factor.
-- `left_out` counts what a strategy completed elsewhere, `failed` all its failures.
WITH
  grid(place, tau) AS (
    VALUES (0, 1.0), (1, 1.01), (2, 1.02), (3, 1.05), (4, 1.1), (5, 1.2), (6, 1.5), (7, 2.0), (8, 3.0), (9, 5.0), (10, 10.0)),
  attempt AS NOT MATERIALIZED (
    SELECT platform_id, workload_id, strategy_id, makespan AS value, makespan AS cost, outcome <> 'completed' AS failed
    FROM result),
  most(strategies) AS MATERIALIZED (
    SELECT max(ran) FROM (SELECT count(*) AS ran FROM attempt GROUP BY platform_id, workload_id HAVING min(cost) > 0)),
  beside AS (
    SELECT strategy_id, failed, value, cost, count(*) OVER instance AS ran, min(cost) OVER instance AS best
    FROM attempt WINDOW instance AS (PARTITION BY platform_id, workload_id)),
  measured AS (
    SELECT strategy_id, failed, value IS NOT NULL AS completed, cost / best / (1 + 1e-9) AS r,
           coalesce(ran = (SELECT strategies FROM most) AND best > 0, 0) AS counts
    FROM beside),
  -- The place of the least tau of the grid that is enough; 11: none is.
  placed AS (
    SELECT strategy_id, failed, completed, counts,
           iif(r IS NULL, 11, (r > 1) + (r > 1.01) + (r > 1.02) + (r > 1.05) + (r > 1.1) + (r > 1.2) + (r > 1.5) + (r > 2)
                              + (r > 3) + (r > 5) + (r > 10)) AS place
    FROM measured),
  counted AS MATERIALIZED (
    SELECT strategy_id, place, sum(counts) AS instances, sum(completed AND NOT counts) AS left_out, sum(failed) AS failed
    FROM placed GROUP BY strategy_id, place)
SELECT s.label AS strategy,
       g.tau,
       1.0 * sum(iif(c.place <= g.place, c.instances, 0)) / sum(c.instances) AS share,
       share_low(sum(iif(c.place <= g.place, c.instances, 0)), sum(c.instances)) AS low,  -- 95 % interval
       share_high(sum(iif(c.place <= g.place, c.instances, 0)), sum(c.instances)) AS high,
       sum(c.instances) AS instances,
       sum(c.left_out) AS left_out,
       sum(c.failed) AS failed
FROM grid g JOIN counted c JOIN strategy s ON s.id = c.strategy_id
GROUP BY c.strategy_id, g.place
ORDER BY strategy, g.place
