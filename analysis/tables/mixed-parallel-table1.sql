-- Table 1 of "A Comparison of Scheduling Approaches for Mixed-Parallel Applications on Heterogeneous Platforms"
-- (N'Takpe, Suter, Casanova, ISPDC 2007, section 5.2) next to the measured values, and the HCPA variants below it.
-- Means over the instances that every strategy of the campaign completed, so that all rows compare the same instances.
-- Percentages are ratios of means, relative to M-HEFT; mean_ratio is the mean of the ratios instance by instance.
WITH
  paper(place, strategy, makespan_pct, efficiency_pct) AS (
    VALUES (1, 'M-HEFT', 0.0, 0.0), (2, 'M-HEFT-IMP', 92.3, 487.6), (3, 'M-HEFT-EFF', 23.4, 308.1),
           (4, 'M-HEFT-MAX', -6.2, 71.6), (5, 'HCPA', NULL, NULL), (6, 'HCPA-OPT', NULL, NULL),
           (7, 'HCPA-OPT-FLEX', NULL, NULL)),
  paired AS (
    SELECT platform_id, workload_id FROM measured
    GROUP BY platform_id, workload_id
    HAVING sum(outcome = 'completed') = (SELECT count(*) FROM strategy)),
  means AS (
    SELECT p.tcp_gamma, s.label AS strategy, count(*) AS instances, avg(r.makespan) AS makespan,
           avg(r.efficiency) AS efficiency, avg(r.makespan / base.makespan) AS mean_ratio
    FROM paired
    JOIN measured r USING (platform_id, workload_id)
    JOIN strategy s ON s.id = r.strategy_id
    JOIN platform p ON p.id = r.platform_id
    JOIN measured base ON base.platform_id = r.platform_id AND base.workload_id = r.workload_id
                    AND base.strategy_id = (SELECT id FROM strategy WHERE label = 'M-HEFT')
    GROUP BY p.tcp_gamma, s.label)
SELECT m.tcp_gamma, m.strategy, m.instances,
       printf('%.1f', m.makespan) AS makespan_s,
       printf('%+.1f %%', 100 * (m.makespan / b.makespan - 1)) AS makespan,
       CASE WHEN paper.place = 1 THEN '815.52 s' WHEN paper.makespan_pct IS NOT NULL
            THEN printf('%+.1f %%', paper.makespan_pct) END AS paper_makespan,
       printf('%.3f', m.mean_ratio) AS mean_ratio,
       printf('%.3f', m.efficiency) AS efficiency,
       printf('%+.1f %%', 100 * (m.efficiency / b.efficiency - 1)) AS efficiency_change,
       CASE WHEN paper.place = 1 THEN '0.105' WHEN paper.efficiency_pct IS NOT NULL
            THEN printf('%+.1f %%', paper.efficiency_pct) END AS paper_efficiency
FROM means m
JOIN means b ON b.strategy = 'M-HEFT' AND b.tcp_gamma = m.tcp_gamma
LEFT JOIN paper ON paper.strategy = m.strategy
ORDER BY m.tcp_gamma, paper.place IS NULL, paper.place, m.strategy
