-- query: robustness
-- says: which strategies are best when durations are uncertain: mean, 95 % quantile and rank by law and deviation
-- metric: mean_makespan
-- Over the uncertain instances where all compared strategies have a value. A ratio is to the best strategy of the instance.
-- `place` is by the mean of `mean_ratio` at this deviation; `planned_place` by the makespan if all were as estimated, and
-- `overtaken_by` names the first three that are behind by that, and ahead here. `deviation` of the law beta is its coefficient of variation.
-- Instances that differ otherwise, as in contention, go into one mean.
WITH
  -- The identity of a workload, with a comma before each parameter.
  uncertain AS MATERIALIZED (
    SELECT id, substr(text, instr(text, ',uncertainty=') + 13) || ',' AS law,
           iif(instr(text, ',deviation='), CAST(substr(text, instr(text, ',deviation=') + 11) AS REAL), NULL) AS deviation,
           CAST(substr(text, instr(text, ',upper=') + 7) AS REAL) - 1 AS width
    FROM (SELECT id, replace(canonical, ':', ',') AS text FROM workload) WHERE instr(text, ',uncertainty=')),
  -- Beta(2, 5) has the mean 2/7 and the variance 10 / (7^2 8).
  law AS MATERIALIZED (
    SELECT id, substr(law, 1, instr(law, ',') - 1) AS law,
           coalesce(deviation, width * sqrt(10.0 / 392) / (1 + width * 2 / 7)) AS deviation FROM uncertain),
  run AS MATERIALIZED (
    SELECT strategy_id, platform_id, workload_id, law, deviation, mean_makespan / best_mean_makespan AS mean_ratio,
           p95_makespan / best_p95_makespan AS p95_ratio, makespan / best_makespan AS planned_ratio, expected_ratio,
           late_share, regret, replans
    FROM contest_results('mean_makespan') JOIN law ON law.id = workload_id WHERE factor IS NOT NULL),
  mean AS MATERIALIZED (
    SELECT law, deviation, strategy_id, avg(mean_ratio) AS mean_ratio,
           confidence(mean_ratio, platform_id, workload_id) AS margin, avg(p95_ratio) AS p95_ratio,
           avg(planned_ratio) AS planned_ratio, avg(expected_ratio) AS expected_ratio, avg(late_share) AS late_share,
           avg(regret) AS regret, avg(replans) AS replans, count(*) AS instances
    FROM run GROUP BY law, deviation, strategy_id),
  -- What knows the future has no place.
  placed AS MATERIALIZED (
    SELECT m.*, c.contends, c.note, iif(c.contends, rank() OVER (sort ORDER BY mean_ratio), NULL) AS place,
           iif(c.contends, rank() OVER (sort ORDER BY planned_ratio), NULL) AS planned_place
    FROM mean m JOIN contenders('mean_makespan') c USING (strategy_id) WINDOW sort AS (PARTITION BY law, deviation, contends))
SELECT m.law, m.deviation, s.label AS strategy, m.place, m.mean_ratio, max(m.contends, m.mean_ratio - m.margin) AS low,
       m.mean_ratio + m.margin AS high,  -- 95 % interval
       m.p95_ratio, m.expected_ratio, m.late_share, m.planned_place, m.instances, m.regret, m.replans,
       (SELECT group_concat(label, ' ') FROM (
          SELECT other.label FROM placed o JOIN strategy other ON other.id = o.strategy_id
          WHERE o.law = m.law AND o.deviation = m.deviation AND o.place < m.place AND o.planned_place > m.planned_place
          ORDER BY o.place, other.label LIMIT 3)) AS overtaken_by,
       m.note
FROM placed m JOIN strategy s ON s.id = m.strategy_id
ORDER BY m.law, m.deviation, m.place IS NULL, m.place, strategy
