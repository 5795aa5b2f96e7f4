-- The figures and Table 1 of N'Takpe, Suter, Casanova. Only instances that all seven strategies of the study completed.
-- paper: N'Takpe, Suter, Casanova, ISPDC 2007
-- studies: mixed-parallel

CREATE TEMP VIEW contender(place, strategy, paper_makespan, paper_efficiency) AS
VALUES (1, 'M-HEFT', 815.52, 0.105), (2, 'M-HEFT-IMP', 1.923 * 815.52, 5.876 * 0.105),
       (3, 'M-HEFT-EFF', 1.234 * 815.52, 4.081 * 0.105), (4, 'M-HEFT-MAX', 0.938 * 815.52, 1.716 * 0.105),
       (5, 'HCPA', NULL, NULL), (6, 'HCPA-OPT', NULL, NULL), (7, 'HCPA-OPT-FLEX', NULL, NULL);

-- One row per scenario; flex: packing changed the schedule of HCPA-OPT-FLEX on this instance.
CREATE TEMP TABLE run AS
SELECT * FROM (
  SELECT platform_id, c.place, s.label AS strategy, makespan, efficiency, processors,
         max(CASE s.label WHEN 'HCPA-OPT-FLEX' THEN flex_differs END) OVER instance AS flex,
         max(CASE s.label WHEN 'M-HEFT' THEN makespan END) OVER instance AS base_makespan,
         max(CASE s.label WHEN 'M-HEFT' THEN efficiency END) OVER instance AS base_efficiency,
         count(*) OVER instance AS completed
  FROM result r JOIN strategy s ON s.id = r.strategy_id JOIN contender c ON c.strategy = s.label
  WHERE outcome = 'completed'
  WINDOW instance AS (PARTITION BY platform_id, workload_id))
WHERE completed = 7;

-- figure: fig1-makespan
-- place: Figure 1
-- chart: line
-- title: Makespan of HCPA and HCPA-OPT by the size of the platform
-- says: Mean makespan over bins of 100 processors, with 95 % intervals.
-- x: processors of the platform (middle of the bin)
-- y: mean makespan (s)
SELECT processors / 100 * 100 + 50 AS x, avg(makespan) AS y, avg(makespan) - confidence(makespan) AS low,
       avg(makespan) + confidence(makespan) AS high, strategy AS series, count(*) AS instances
FROM run WHERE strategy IN ('HCPA', 'HCPA-OPT') GROUP BY series, x ORDER BY series, x;

-- figure: fig1-efficiency
-- place: Figure 1
-- chart: line
-- title: Efficiency of HCPA and HCPA-OPT by the size of the platform
-- says: Mean efficiency over bins of 100 processors, with 95 % intervals.
-- x: processors of the platform (middle of the bin)
-- y: mean efficiency
SELECT processors / 100 * 100 + 50 AS x, avg(efficiency) AS y, avg(efficiency) - confidence(efficiency) AS low,
       avg(efficiency) + confidence(efficiency) AS high, strategy AS series, count(*) AS instances
FROM run WHERE strategy IN ('HCPA', 'HCPA-OPT') GROUP BY series, x ORDER BY series, x;

-- figure: fig2
-- place: Figure 2
-- chart: line
-- title: What changing allocations while mapping brings
-- says: Mean makespan of HCPA-OPT and HCPA-OPT-FLEX over the instances on which packing changed the schedule, by the
--   number of clusters, with 95 % intervals.
-- x: clusters of the platform
-- y: mean makespan (s)
SELECT p.clusters AS x, avg(makespan) AS y, avg(makespan) - confidence(makespan) AS low,
       avg(makespan) + confidence(makespan) AS high, strategy AS series, count(*) AS instances
FROM run r JOIN platform p ON p.id = r.platform_id
WHERE flex = 1 AND strategy IN ('HCPA-OPT', 'HCPA-OPT-FLEX') GROUP BY series, x ORDER BY series, x;

-- figure: fig3
-- place: Figure 3, and Table 1 for the paper's values
-- chart: scatter
-- title: Mean makespan and efficiency of all strategies
-- says: Means over all instances, with 95 % intervals of the efficiency; best is the upper left.
-- x: mean makespan (s)
-- y: mean efficiency
WITH mean AS (
  SELECT place, strategy, avg(makespan) AS makespan, avg(efficiency) AS efficiency, confidence(efficiency) AS margin,
         count(*) AS instances
  FROM run GROUP BY place, strategy)
SELECT makespan AS x, efficiency AS y, efficiency - margin AS low, efficiency + margin AS high, strategy AS series,
       paper_makespan AS paper_x, paper_efficiency AS paper, instances,
       NOT EXISTS (SELECT 1 FROM mean o WHERE o.makespan <= m.makespan AND o.efficiency >= m.efficiency
                   AND (o.makespan < m.makespan OR o.efficiency > m.efficiency)) AS front
FROM mean m JOIN contender USING (place, strategy) ORDER BY place;

-- figure: table1-makespan
-- place: Table 1
-- chart: bar
-- title: Makespan relative to M-HEFT
-- says: Change of the mean makespan against that of M-HEFT (ratio of means), with 95 % intervals.
-- x:
-- y: change of the mean makespan (%)
SELECT r.strategy AS x, 100 * (ratio_of_means(makespan, base_makespan) - 1) AS y,
       100 * (ratio_of_means(makespan, base_makespan) - ratio_margin(makespan, base_makespan) - 1) AS low,
       100 * (ratio_of_means(makespan, base_makespan) + ratio_margin(makespan, base_makespan) - 1) AS high,
       round(100 * (paper_makespan / 815.52 - 1), 1) AS paper, count(*) AS instances
FROM run r JOIN contender USING (place, strategy) WHERE place > 1 GROUP BY place, r.strategy ORDER BY place;

-- figure: table1-efficiency
-- place: Table 1
-- chart: bar
-- title: Efficiency relative to M-HEFT
-- says: Change of the mean efficiency against that of M-HEFT (ratio of means), with 95 % intervals.
-- x:
-- y: change of the mean efficiency (%)
SELECT r.strategy AS x, 100 * (ratio_of_means(efficiency, base_efficiency) - 1) AS y,
       100 * (ratio_of_means(efficiency, base_efficiency) - ratio_margin(efficiency, base_efficiency) - 1) AS low,
       100 * (ratio_of_means(efficiency, base_efficiency) + ratio_margin(efficiency, base_efficiency) - 1) AS high,
       round(100 * (paper_efficiency / 0.105 - 1), 1) AS paper, count(*) AS instances
FROM run r JOIN contender USING (place, strategy) WHERE place > 1 GROUP BY place, r.strategy ORDER BY place;
