-- Figures 3, 4 and 5 of "Concurrent Scheduling of Parallel Task Graphs on Multi-Clusters Using Constrained Resource
-- Allocations" (N'Takpe, Suter, RR-6774) as a table: per kind of graphs, batch size and strategy the mean unfairness and
-- the mean relative makespan, that is relative to the best of the eight strategies on the same instance. The strategies
-- are the paper's with the settings of the study, known by their labels; only instances that all eight completed, so that
-- all rows compare the same ones.
WITH
  contender(strategy, label, label_fft) AS (
    VALUES ('S', 'S', 'S'), ('ES', 'ES', 'ES'), ('PS-cp', 'PS-cp', 'PS-cp'), ('PS-width', 'PS-width', 'PS-width'),
           ('PS-work', 'PS-work', 'PS-work'), ('WPS-cp', 'WPS-cp', 'WPS-cp'),
           ('WPS-width', 'WPS-width', 'WPS-width:mu=0.3'), ('WPS-work', 'WPS-work', 'WPS-work')),
  kinds(family, kind, place) AS (
    VALUES ('random-batch', 'random', 1), ('fft-batch', 'FFT', 2), ('strassen-batch', 'Strassen', 3)),
  compared AS (
    SELECT k.kind, k.place, w.batch, c.strategy, r.unfairness, r.makespan, r.average_slowdown,
           r.makespan / min(r.makespan) OVER instance AS relative_makespan, count(*) OVER instance AS completed
    FROM measured r
    JOIN workload w ON w.id = r.workload_id
    JOIN kinds k ON k.family = w.family
    JOIN strategy s ON s.id = r.strategy_id
    JOIN contender c ON s.label = CASE k.kind WHEN 'FFT' THEN c.label_fft ELSE c.label END
    WHERE r.outcome = 'completed' AND r.unfairness IS NOT NULL
    WINDOW instance AS (PARTITION BY r.platform_id, r.workload_id))
SELECT kind, batch, strategy, count(*) AS instances,
       printf('%.3f', avg(unfairness)) AS unfairness,
       printf('%.3f', avg(average_slowdown)) AS average_slowdown,
       printf('%.3f', avg(relative_makespan)) AS relative_makespan,
       printf('%.1f', avg(makespan)) AS makespan_s
FROM compared
WHERE completed = 8
GROUP BY place, batch, strategy
ORDER BY place, batch, avg(unfairness), strategy
