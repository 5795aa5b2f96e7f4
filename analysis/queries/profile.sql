-- query: profile
-- says: performance profiles: the share of instances where a strategy is within a factor tau of the best
-- Dolan and More, Mathematical Programming 91(2), 2002. Over the instances where all compared strategies have a value and the
-- best one is not 0; `instances` says how many, `note` why a strategy has no numbers. `left_out` counts what it completed
-- elsewhere, `failed` its failures, which no share holds.
WITH
  grid(place, tau) AS (
    VALUES (0, 1.0), (1, 1.01), (2, 1.02), (3, 1.05), (4, 1.1), (5, 1.2), (6, 1.5), (7, 2.0), (8, 3.0), (9, 5.0), (10, 10.0)),
  beside AS (
    SELECT platform_id, workload_id, strategy_id, cost / best / (1 + 1e-9) AS r FROM contest('makespan')),
  measured AS MATERIALIZED (
    SELECT strategy_id, count(r) AS instances,
           platform_draws(platform_id) FILTER (WHERE r IS NOT NULL) AS platform_draws,
           workload_draws(workload_id) FILTER (WHERE r IS NOT NULL) AS workload_draws,
           avg(r <= 1) AS s0, confidence(r <= 1, platform_id, workload_id) AS m0,
           avg(r <= 1.01) AS s1, confidence(r <= 1.01, platform_id, workload_id) AS m1,
           avg(r <= 1.02) AS s2, confidence(r <= 1.02, platform_id, workload_id) AS m2,
           avg(r <= 1.05) AS s3, confidence(r <= 1.05, platform_id, workload_id) AS m3,
           avg(r <= 1.1) AS s4, confidence(r <= 1.1, platform_id, workload_id) AS m4,
           avg(r <= 1.2) AS s5, confidence(r <= 1.2, platform_id, workload_id) AS m5,
           avg(r <= 1.5) AS s6, confidence(r <= 1.5, platform_id, workload_id) AS m6,
           avg(r <= 2) AS s7, confidence(r <= 2, platform_id, workload_id) AS m7,
           avg(r <= 3) AS s8, confidence(r <= 3, platform_id, workload_id) AS m8,
           avg(r <= 5) AS s9, confidence(r <= 5, platform_id, workload_id) AS m9,
           avg(r <= 10) AS s10, confidence(r <= 10, platform_id, workload_id) AS m10
    FROM beside GROUP BY strategy_id),
  placed AS (
    SELECT strategy_id, tau, place, instances, platform_draws, workload_draws,
           iif(min(platform_draws, workload_draws) < 2, max(platform_draws, workload_draws),
               min(platform_draws, workload_draws)) AS draws,
           CASE place WHEN 0 THEN s0 WHEN 1 THEN s1 WHEN 2 THEN s2 WHEN 3 THEN s3 WHEN 4 THEN s4 WHEN 5 THEN s5
                      WHEN 6 THEN s6 WHEN 7 THEN s7 WHEN 8 THEN s8 WHEN 9 THEN s9 WHEN 10 THEN s10 END AS share,
           CASE place WHEN 0 THEN m0 WHEN 1 THEN m1 WHEN 2 THEN m2 WHEN 3 THEN m3 WHEN 4 THEN m4 WHEN 5 THEN m5
                      WHEN 6 THEN m6 WHEN 7 THEN m7 WHEN 8 THEN m8 WHEN 9 THEN m9 WHEN 10 THEN m10 END AS margin
    FROM measured JOIN grid)
SELECT s.label AS strategy,
       p.tau,
       p.share,
       -- 95 % interval. Shares of all and none do not vary between the draws: then Wilson's of as many values as there are
       -- draws of platforms or of workloads, the fewer ones.
       CASE WHEN margin IS NULL THEN NULL WHEN share IN (0, 1) THEN share_low(share * draws, draws)
            ELSE max(0, share - margin) END AS low,
       CASE WHEN margin IS NULL THEN NULL WHEN share IN (0, 1) THEN share_high(share * draws, draws)
            ELSE min(1, share + margin) END AS high,
       p.instances,
       t.completed - p.instances AS left_out,
       t.failed,
       p.platform_draws,
       p.workload_draws,
       coalesce(t.note, iif(p.instances = 0, 'every best value is 0', NULL)) AS note
FROM placed p JOIN contenders('makespan') t USING (strategy_id) JOIN strategy s ON s.id = p.strategy_id
ORDER BY strategy, p.place
