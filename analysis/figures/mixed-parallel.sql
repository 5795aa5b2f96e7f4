-- The figures and Table 1 of N'Takpe, Suter, Casanova. Only instances that all seven strategies of the study completed.
-- paper: N'Takpe, Suter, Casanova, ISPDC 2007
-- studies: mixed-parallel
-- instances: processors = processors of M-HEFT; flex = flex_differs of HCPA-OPT-FLEX;
--   m1 = makespan of M-HEFT; e1 = efficiency of M-HEFT;
--   m2 = makespan of M-HEFT-IMP; e2 = efficiency of M-HEFT-IMP;
--   m3 = makespan of M-HEFT-EFF; e3 = efficiency of M-HEFT-EFF;
--   m4 = makespan of M-HEFT-MAX; e4 = efficiency of M-HEFT-MAX;
--   m5 = makespan of HCPA; e5 = efficiency of HCPA;
--   m6 = makespan of HCPA-OPT; e6 = efficiency of HCPA-OPT;
--   m7 = makespan of HCPA-OPT-FLEX; e7 = efficiency of HCPA-OPT-FLEX;

CREATE TEMP VIEW paper(place, strategy, makespan, efficiency) AS
VALUES (1, 'M-HEFT', 815.52, 0.105), (2, 'M-HEFT-IMP', 1.923 * 815.52, 5.876 * 0.105),
       (3, 'M-HEFT-EFF', 1.234 * 815.52, 4.081 * 0.105), (4, 'M-HEFT-MAX', 0.938 * 815.52, 1.716 * 0.105),
       (5, 'HCPA', NULL, NULL), (6, 'HCPA-OPT', NULL, NULL), (7, 'HCPA-OPT-FLEX', NULL, NULL);
CREATE TEMP TABLE contender AS SELECT place, strategy FROM paper;
CREATE INDEX temp.contender_place ON contender(place, strategy);

-- The instances, a row per strategy, in the order of the strategies.
CREATE TEMP VIEW run AS
SELECT c.place, c.strategy, platform_id, workload_id, processors, flex,
       CASE place WHEN 1 THEN m1 WHEN 2 THEN m2 WHEN 3 THEN m3 WHEN 4 THEN m4 WHEN 5 THEN m5 WHEN 6 THEN m6 ELSE m7 END AS makespan,
       CASE place WHEN 1 THEN e1 WHEN 2 THEN e2 WHEN 3 THEN e3 WHEN 4 THEN e4 WHEN 5 THEN e5 WHEN 6 THEN e6 ELSE e7 END AS efficiency,
       m1 AS base_makespan, e1 AS base_efficiency
FROM contender c CROSS JOIN instance;

CREATE TEMP TABLE mean AS
SELECT place, count(*) AS instances, avg(makespan) AS makespan, avg(efficiency) AS efficiency,
       confidence(efficiency, platform_id, workload_id) AS efficiency_margin,
       confidence(makespan, platform_id, workload_id) AS makespan_margin, ratio_of_means(makespan, base_makespan) AS relative_makespan,
       ratio_margin(makespan, base_makespan, platform_id, workload_id) AS relative_makespan_margin,
       ratio_of_means(efficiency, base_efficiency) AS relative_efficiency,
       ratio_margin(efficiency, base_efficiency, platform_id, workload_id) AS relative_efficiency_margin
FROM run GROUP BY place;

-- Bins of 100 processors.
CREATE TEMP TABLE bin AS
SELECT processors / 100 * 100 + 50 AS x, strategy, count(*) AS instances, avg(makespan) AS makespan,
       confidence(makespan, platform_id, workload_id) AS makespan_margin, avg(efficiency) AS efficiency,
       confidence(efficiency, platform_id, workload_id) AS efficiency_margin
FROM run WHERE strategy IN ('HCPA', 'HCPA-OPT') GROUP BY strategy, x;

-- figure: fig1-makespan
-- place: Figure 1
-- chart: line
-- title: Makespan of HCPA and HCPA-OPT by the size of the platform
-- says: Mean makespan over bins of 100 processors, with 95 % intervals.
-- x: processors of the platform (middle of the bin)
-- y: mean makespan (s)
SELECT x, makespan AS y, max(0, makespan - makespan_margin) AS low, makespan + makespan_margin AS high,
       strategy AS series, instances
FROM bin ORDER BY series, x;

-- figure: fig1-efficiency
-- place: Figure 1
-- chart: line
-- title: Efficiency of HCPA and HCPA-OPT by the size of the platform
-- says: Mean efficiency over bins of 100 processors, with 95 % intervals.
-- x: processors of the platform (middle of the bin)
-- y: mean efficiency
SELECT x, efficiency AS y, max(0, efficiency - efficiency_margin) AS low, min(1, efficiency + efficiency_margin) AS high,
       strategy AS series, instances
FROM bin ORDER BY series, x;

-- figure: fig2
-- place: Figure 2
-- chart: line
-- title: What changing allocations while mapping brings
-- says: Mean makespan of HCPA-OPT and HCPA-OPT-FLEX over the instances on which packing changed the schedule, by the
--   number of clusters, with 95 % intervals.
-- x: clusters of the platform
-- y: mean makespan (s)
SELECT p.clusters AS x, avg(makespan) AS y,
       max(0, avg(makespan) - confidence(makespan, platform_id, workload_id)) AS low,
       avg(makespan) + confidence(makespan, platform_id, workload_id) AS high, strategy AS series, count(*) AS instances
FROM run r JOIN platform p ON p.id = r.platform_id
WHERE flex = 1 AND strategy IN ('HCPA-OPT', 'HCPA-OPT-FLEX') GROUP BY series, x ORDER BY series, x;

-- figure: fig3
-- place: Figure 3, and Table 1 for the paper's values
-- chart: scatter
-- title: Mean makespan and efficiency of all strategies
-- says: Means over all instances, with 95 % intervals; best is the upper left.
-- x: mean makespan (s)
-- y: mean efficiency
SELECT m.makespan AS x, max(0, m.makespan - makespan_margin) AS x_low, m.makespan + makespan_margin AS x_high,
       m.efficiency AS y, max(0, m.efficiency - efficiency_margin) AS low, min(1, m.efficiency + efficiency_margin) AS high,
       p.strategy AS series, p.makespan AS paper_x, p.efficiency AS paper, instances,
       NOT EXISTS (SELECT 1 FROM mean o  -- nobody is better by more than a billionth in one and as good in the other
                   WHERE o.makespan <= m.makespan * (1 + 1e-9) AND m.efficiency <= o.efficiency * (1 + 1e-9)
                   AND (m.makespan > o.makespan * (1 + 1e-9) OR o.efficiency > m.efficiency * (1 + 1e-9))) AS front
FROM mean m JOIN paper p USING (place) ORDER BY place;

-- figure: table1-makespan
-- place: Table 1
-- chart: bar
-- title: Makespan relative to M-HEFT
-- says: Change of the mean makespan against that of M-HEFT (ratio of means), with 95 % intervals.
-- x:
-- y: change of the mean makespan (%)
SELECT p.strategy AS x, 100 * (relative_makespan - 1) AS y,
       max(-100, 100 * (relative_makespan - relative_makespan_margin - 1)) AS low,
       100 * (relative_makespan + relative_makespan_margin - 1) AS high,
       round(100 * (p.makespan / 815.52 - 1), 1) AS paper, instances
FROM mean m JOIN paper p USING (place) WHERE place > 1 ORDER BY place;

-- figure: table1-efficiency
-- place: Table 1
-- chart: bar
-- title: Efficiency relative to M-HEFT
-- says: Change of the mean efficiency against that of M-HEFT (ratio of means), with 95 % intervals.
-- x:
-- y: change of the mean efficiency (%)
SELECT p.strategy AS x, 100 * (relative_efficiency - 1) AS y,
       max(-100, 100 * (relative_efficiency - relative_efficiency_margin - 1)) AS low,
       100 * (relative_efficiency + relative_efficiency_margin - 1) AS high,
       round(100 * (p.efficiency / 0.105 - 1), 1) AS paper, instances
FROM mean m JOIN paper p USING (place) WHERE place > 1 ORDER BY place;
