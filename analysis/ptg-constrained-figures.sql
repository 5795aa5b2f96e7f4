-- Figures 3, 4 and 5 of "Concurrent Scheduling of Parallel Task Graphs on Multi-Clusters Using Constrained Resource
-- Allocations" (N'Takpe, Suter, RR-6774) as a table: per kind of graphs, batch size and strategy the mean unfairness and
-- the mean relative makespan. Relative to the best strategy of each instance; only instances that every strategy of
-- their kind completed, so that all rows compare the same ones.
WITH
  kinds(workload_family, kind, place) AS (
    VALUES ('random-batch', 'random', 1), ('fft-batch', 'FFT', 2), ('strassen-batch', 'Strassen', 3)),
  expected AS (
    SELECT workload_family, count(DISTINCT strategy) AS strategies FROM results GROUP BY workload_family),
  compared AS (
    SELECT r.workload_family, r.batch, r.strategy_name AS strategy, r.unfairness, r.makespan, r.average_slowdown,
           r.makespan / min(r.makespan) OVER instance AS relative_makespan,
           count(*) FILTER (WHERE r.outcome = 'completed') OVER instance AS completed, e.strategies
    FROM results r JOIN expected e USING (workload_family)
    WINDOW instance AS (PARTITION BY r.platform, r.workload))
SELECT k.kind, c.batch, c.strategy, count(*) AS instances,
       printf('%.3f', avg(c.unfairness)) AS unfairness,
       printf('%.3f', avg(c.average_slowdown)) AS average_slowdown,
       printf('%.3f', avg(c.relative_makespan)) AS relative_makespan,
       printf('%.1f', avg(c.makespan)) AS makespan_s
FROM compared c JOIN kinds k USING (workload_family)
WHERE c.completed = c.strategies
GROUP BY k.place, c.batch, c.strategy
ORDER BY k.place, c.batch, avg(c.unfairness)
