-- Figure 2 of RR-6774 (N'Takpe, Suter) as a table, for all kinds of graphs and the three strategies that have a mu, from a
-- campaign of the study ptg-constrained-mu: per batch size the mean unfairness and the mean makespan at each mu. Compared
-- are the study's eleven settings of mu, known by their labels; only instances that a strategy completed with all eleven.
WITH
  kinds(family, kind, place) AS (
    VALUES ('random-batch', 'random', 1), ('fft-batch', 'FFT', 2), ('strassen-batch', 'Strassen', 3)),
  standard(strategy, mu) AS (VALUES ('WPS-work', 0.7), ('WPS-cp', 0.5), ('WPS-width', 0.5)),
  steps(mu) AS (VALUES (0.0), (0.1), (0.2), (0.3), (0.4), (0.5), (0.6), (0.7), (0.8), (0.9), (1.0)),
  -- A label names no parameter that has its default value.
  contender(strategy, mu, label) AS (
    SELECT d.strategy, s.mu, CASE s.mu WHEN d.mu THEN d.strategy ELSE printf('%s:mu=%g', d.strategy, s.mu) END
    FROM standard d, steps s),
  compared AS (
    SELECT k.kind, k.place, w.batch, c.strategy, c.mu, r.unfairness, r.makespan,
           count(*) OVER (PARTITION BY r.platform_id, r.workload_id, c.strategy) AS completed
    FROM measured r
    JOIN workload w ON w.id = r.workload_id
    JOIN kinds k ON k.family = w.family
    JOIN strategy s ON s.id = r.strategy_id
    JOIN contender c ON c.label = s.label
    WHERE r.outcome = 'completed' AND r.unfairness IS NOT NULL)
SELECT kind, strategy, batch, mu, count(*) AS instances,
       printf('%.3f', avg(unfairness)) AS unfairness, printf('%.1f', avg(makespan)) AS makespan_s
FROM compared
WHERE completed = 11
GROUP BY place, strategy, batch, mu
ORDER BY place, strategy <> 'WPS-work', strategy, batch, mu
