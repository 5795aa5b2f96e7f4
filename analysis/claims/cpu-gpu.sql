-- HEFT on nodes of 32 CPUs and 1 or 4 GPUs: graphs of the Standard Task Graph Set with drawn times and data, at four
-- ratios of communication to computation. Published values are means of 1,800 schedules, 180 graphs with ten draws each;
-- of all ratios and both nodes of 14,400. Those of 100 tasks, with shares of slower schedules beyond rounding, were
-- computed here from the published raw results. The published lower bound counts data on the longest path, too.
-- paper: McSweeney, PhD thesis, University of Manchester, 2021, chapter 2
-- studies: cpu-gpu
-- needs: 30

-- A draw is a graph with its times, which all nodes and ratios share.
CREATE TEMP TABLE heft AS
SELECT r.platform_id AS p, w.tasks, w.node_gpus AS gpus, w.ccr, r.makespan / r.lower_bound AS slr, r.speedup,
       100.0 * (r.speedup < 1 - 1e-9) AS failure, 100 * (1 - r.makespan / o.makespan) AS reduction,
       min(w.id) OVER (PARTITION BY w.tasks, w.generator, w.sample) AS draw
FROM measured r JOIN workload w ON w.id = r.workload_id JOIN strategy s ON s.id = r.strategy_id
LEFT JOIN result o ON o.platform_id = r.platform_id AND o.workload_id = r.workload_id AND o.outcome = 'completed'
  AND o.strategy_id = (SELECT id FROM strategy WHERE name = 'Parametric')
WHERE r.outcome = 'completed' AND w.family = 'cpu-gpu-graph' AND s.name = 'HEFT';
CREATE INDEX heft_cell ON heft (tasks, gpus, ccr);

-- claims: claim | tasks | value     | what                                          | place                      | paper | accept
--   A1          | 1000  | slr       | makespan over the lower bound                 | selection/stg, n1000, EFT  | 10.81 | 9.73 .. 11.89
--   A2          | 100   | slr       | makespan over the lower bound                 | autopsy/stg, results100    | 5.85  | 5.26 .. 6.44
--   A3          | 1000  | speedup   | time on the best single host over makespan    | selection/stg, n1000, EFT  | 3.09  | 2.78 .. 3.40
--   A4          | 100   | speedup   | time on the best single host over makespan    | autopsy/stg, results100    | 1.69  | 1.52 .. 1.86
--   A5          | 1000  | failure   | schedules slower than the best single host, % | selection/stg, n1000, EFT  | 17.6  | 12.6 .. 22.6
--   A6          | 100   | failure   | schedules slower than the best single host, % | autopsy/stg, results100    | 21.0  | 16.0 .. 26.0
--   A7          | 1000  | reduction | makespan saved by upward ranks, %             | priorities/stg, n1000, M-U | 16.7  | 11.7 .. 21.7
-- says: {tasks} tasks, both nodes, all ratios: {what}
-- tolerance: a tenth; of percentages five points
SELECT avg(v) AS measured, avg(v) - confidence(v, p, draw) AS low, avg(v) + confidence(v, p, draw) AS high,
       sum(cells) AS instances
FROM (SELECT min(p) AS p, draw, avg({value}) AS v, count(*) AS cells FROM heft WHERE tasks = {tasks} GROUP BY draw
      HAVING count({value}) = 8);

-- claims: claim | tasks | gpus | ccr  | place                     | paper | accept
--   L1          | 1000  | 1    | 0.01 | selection/stg, n1000, EFT | 4.39  | 3.95 .. 4.83
--   L2          | 1000  | 1    | 0.1  | selection/stg, n1000, EFT | 4.56  | 4.10 .. 5.02
--   L3          | 1000  | 1    | 1    | selection/stg, n1000, EFT | 8.73  | 7.86 .. 9.60
--   L4          | 1000  | 1    | 10   | selection/stg, n1000, EFT | 43.18 | 38.86 .. 47.50
--   L5          | 1000  | 4    | 0.01 | selection/stg, n1000, EFT | 2.03  | 1.83 .. 2.23
--   L6          | 1000  | 4    | 0.1  | selection/stg, n1000, EFT | 2.05  | 1.84 .. 2.25
--   L7          | 1000  | 4    | 1    | selection/stg, n1000, EFT | 3.25  | 2.93 .. 3.58
--   L8          | 1000  | 4    | 10   | selection/stg, n1000, EFT | 18.26 | 16.43 .. 20.09
--   L9          | 100   | 1    | 0.01 | autopsy/stg, results100   | 2.71  | 2.44 .. 2.98
--   L10         | 100   | 1    | 0.1  | autopsy/stg, results100   | 3.22  | 2.90 .. 3.54
--   L11         | 100   | 1    | 1    | autopsy/stg, results100   | 6.04  | 5.44 .. 6.64
--   L12         | 100   | 1    | 10   | autopsy/stg, results100   | 13.05 | 11.75 .. 14.36
--   L13         | 100   | 4    | 0.01 | autopsy/stg, results100   | 1.22  | 1.10 .. 1.34
--   L14         | 100   | 4    | 0.1  | autopsy/stg, results100   | 1.43  | 1.29 .. 1.57
--   L15         | 100   | 4    | 1    | autopsy/stg, results100   | 4.60  | 4.14 .. 5.06
--   L16         | 100   | 4    | 10   | autopsy/stg, results100   | 14.49 | 13.04 .. 15.94
-- says: {tasks} tasks, {gpus} GPUs, ratio {ccr}: mean makespan over the lower bound
-- tolerance: a tenth
SELECT avg(slr) AS measured, avg(slr) - confidence(slr, p, draw) AS low, avg(slr) + confidence(slr, p, draw) AS high,
       count(*) AS instances
FROM heft WHERE tasks = {tasks} AND gpus = {gpus} AND ccr = {ccr};

-- claims: claim | tasks | gpus | ccr  | place                     | paper | accept
--   S1          | 1000  | 1    | 0.01 | selection/stg, n1000, EFT | 2.75  | 2.48 .. 3.03
--   S2          | 1000  | 1    | 0.1  | selection/stg, n1000, EFT | 2.59  | 2.33 .. 2.85
--   S3          | 1000  | 1    | 1    | selection/stg, n1000, EFT | 1.55  | 1.40 .. 1.71
--   S4          | 1000  | 1    | 10   | selection/stg, n1000, EFT | 0.67  | 0.60 .. 0.74
--   S5          | 1000  | 4    | 0.01 | selection/stg, n1000, EFT | 6.09  | 5.48 .. 6.70
--   S6          | 1000  | 4    | 0.1  | selection/stg, n1000, EFT | 5.97  | 5.37 .. 6.57
--   S7          | 1000  | 4    | 1    | selection/stg, n1000, EFT | 4.15  | 3.74 .. 4.57
--   S8          | 1000  | 4    | 10   | selection/stg, n1000, EFT | 0.95  | 0.85 .. 1.04
--   S9          | 100   | 1    | 0.01 | autopsy/stg, results100   | 1.69  | 1.52 .. 1.86
--   S10         | 100   | 1    | 0.1  | autopsy/stg, results100   | 1.40  | 1.26 .. 1.54
--   S11         | 100   | 1    | 1    | autopsy/stg, results100   | 0.91  | 0.82 .. 1.00
--   S12         | 100   | 1    | 10   | autopsy/stg, results100   | 0.85  | 0.77 .. 0.94
--   S13         | 100   | 4    | 0.01 | autopsy/stg, results100   | 3.79  | 3.41 .. 4.17
--   S14         | 100   | 4    | 0.1  | autopsy/stg, results100   | 3.16  | 2.84 .. 3.48
--   S15         | 100   | 4    | 1    | autopsy/stg, results100   | 1.07  | 0.96 .. 1.18
--   S16         | 100   | 4    | 10   | autopsy/stg, results100   | 0.65  | 0.59 .. 0.72
-- says: {tasks} tasks, {gpus} GPUs, ratio {ccr}: mean of the time on the best single host over makespan
-- tolerance: a tenth
SELECT avg(speedup) AS measured, avg(speedup) - confidence(speedup, p, draw) AS low,
       avg(speedup) + confidence(speedup, p, draw) AS high, count(*) AS instances
FROM heft WHERE tasks = {tasks} AND gpus = {gpus} AND ccr = {ccr};

-- claims: claim | tasks | gpus | ccr  | place                     | paper | accept
--   F1          | 1000  | 1    | 0.01 | selection/stg, n1000, EFT | 0     | 0.0 .. 5.0
--   F2          | 1000  | 1    | 0.1  | selection/stg, n1000, EFT | 0     | 0.0 .. 5.0
--   F3          | 1000  | 1    | 1    | selection/stg, n1000, EFT | 0.9   | 0.0 .. 5.9
--   F4          | 1000  | 1    | 10   | selection/stg, n1000, EFT | 82.3  | 77.3 .. 87.3
--   F5          | 1000  | 4    | 0.01 | selection/stg, n1000, EFT | 0     | 0.0 .. 5.0
--   F6          | 1000  | 4    | 0.1  | selection/stg, n1000, EFT | 0     | 0.0 .. 5.0
--   F7          | 1000  | 4    | 1    | selection/stg, n1000, EFT | 0     | 0.0 .. 5.0
--   F8          | 1000  | 4    | 10   | selection/stg, n1000, EFT | 57.6  | 52.6 .. 62.6
--   F9          | 100   | 1    | 0.01 | autopsy/stg, results100   | 0     | 0.0 .. 5.0
--   F10         | 100   | 1    | 0.1  | autopsy/stg, results100   | 0     | 0.0 .. 5.0
--   F11         | 100   | 1    | 1    | autopsy/stg, results100   | 42.1  | 37.1 .. 47.1
--   F12         | 100   | 1    | 10   | autopsy/stg, results100   | 23.5  | 18.5 .. 28.5
--   F13         | 100   | 4    | 0.01 | autopsy/stg, results100   | 0     | 0.0 .. 5.0
--   F14         | 100   | 4    | 0.1  | autopsy/stg, results100   | 0     | 0.0 .. 5.0
--   F15         | 100   | 4    | 1    | autopsy/stg, results100   | 39.3  | 34.3 .. 44.3
--   F16         | 100   | 4    | 10   | autopsy/stg, results100   | 62.7  | 57.7 .. 67.7
-- says: {tasks} tasks, {gpus} GPUs, ratio {ccr}: schedules slower than all tasks on the best single host
-- tolerance: five points
-- unit: %
SELECT avg(failure) AS measured, avg(failure) - confidence(failure, p, draw) AS low,
       avg(failure) + confidence(failure, p, draw) AS high, count(*) AS instances
FROM heft WHERE tasks = {tasks} AND gpus = {gpus} AND ccr = {ccr};
