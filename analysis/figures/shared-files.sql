-- Table I and figures 3, 4 and 6 to 11 of Senger, Silva, Nascimento. These simulations draw nothing, so that there are no
-- intervals. Granularity: time of a task divided by the time of its file.
-- paper: Senger, Silva, Nascimento, CCGRIDW 2006
-- studies: shared-files-table1, shared-files-granularity, shared-files-isoefficiency, shared-files-isoefficiency-own

-- WQ+H on 8 workers is a misprint of the makespan (the next row's), WQ on 1 of the efficiency (against itself).
CREATE TEMP VIEW paper(workers, strategy, makespan, efficiency) AS
VALUES (1, 'WQ', 256000, NULL), (1, 'WQ+G', 224001, 1.00), (1, 'WQ+H', 224002, 1.00),
       (5, 'WQ', 51204, 0.87), (5, 'WQ+G', 44805, 1.00), (5, 'WQ+H', 44806, 1.00),
       (8, 'WQ', 32007, 0.87), (8, 'WQ+G', 28008, 1.00), (8, 'WQ+H', NULL, 1.00),
       (10, 'WQ', 32007, 0.70), (10, 'WQ+G', 22409, 1.00), (10, 'WQ+H', 22410, 1.00),
       (50, 'WQ', 32007, 0.14), (50, 'WQ+G', 4509, 0.99), (50, 'WQ+H', 4510, 0.99),
       (100, 'WQ', 32007, 0.07), (100, 'WQ+G', 2294, 0.98), (100, 'WQ+H', 2270, 0.99),
       (400, 'WQ', 32007, 0.02), (400, 'WQ+G', 764, 0.73), (400, 'WQ+H', 589, 0.95),
       (500, 'WQ', 32007, 0.01), (500, 'WQ+G', 702, 0.64), (500, 'WQ+H', 482, 0.93),
       (1000, 'WQ', 32007, 0.01), (1000, 'WQ+G', 673, 0.33), (1000, 'WQ+H', 263, 0.85),
       (2000, 'WQ', 32007, 0.00), (2000, 'WQ+G', 674, 0.17), (2000, 'WQ+H', 161, 0.70),
       (3000, 'WQ', 32007, 0.00), (3000, 'WQ+G', 674, 0.11), (3000, 'WQ+H', 134, 0.56),
       (5000, 'WQ', 32007, 0.00), (5000, 'WQ+G', 675, 0.07), (5000, 'WQ+H', 123, 0.36),
       (10000, 'WQ', 32007, 0.00), (10000, 'WQ+G', 684, 0.03), (10000, 'WQ+H', 124, 0.18);

CREATE TEMP TABLE run AS
SELECT strategy_name AS strategy, workload_family AS family, workers, makespan, efficiency, task_count,
       round((flop / speed) / (file_bytes / bandwidth), 6) AS grain
FROM results WHERE outcome = 'completed' AND platform_family = 'star';

-- figure: fig11
-- study: shared-files-table1
-- place: Table I and figure 11
-- chart: line
-- title: Makespan by number of workers
-- says: Makespan of 32,000 tasks for the work queue, with grouping and with supervisors.
-- x: workers, log
-- y: makespan (s), log
SELECT workers AS x, r.makespan AS y, strategy AS series, p.makespan AS paper
FROM run r LEFT JOIN paper p USING (workers, strategy) ORDER BY series, x;

-- figure: table1-efficiency
-- study: shared-files-table1
-- place: Table I
-- chart: line
-- title: Efficiency by number of workers
-- says: Efficiency against one processor that gets every file once. The paper has two digits.
-- x: workers, log
-- y: efficiency
SELECT workers AS x, r.efficiency AS y, strategy AS series, p.efficiency AS paper
FROM run r LEFT JOIN paper p USING (workers, strategy) ORDER BY series, x;

-- figure: fig3
-- study: shared-files-granularity
-- place: Figure 3
-- chart: line
-- title: Makespan of the work queue by granularity
-- says: Makespan of the work queue by number of workers, a curve for each granularity; the coarser, the more workers help.
-- x: workers, log
-- y: makespan (s), log
SELECT workers AS x, makespan AS y, printf('granularity %g', grain) AS series
FROM run WHERE strategy = 'WQ' ORDER BY grain, x;

-- figure: fig4
-- study: shared-files-granularity
-- place: Figure 4
-- chart: line
-- title: Makespan with and without grouping
-- says: Makespan of the work queue and of grouping by number of workers, for three granularities.
-- x: workers, log
-- y: makespan (s), log
SELECT workers AS x, makespan AS y, printf('%s, granularity %g', strategy, grain) AS series
FROM run WHERE grain IN (SELECT grain FROM run WHERE strategy = 'WQ+G') ORDER BY grain, strategy, x;

-- figure: fig6
-- study: shared-files-isoefficiency
-- place: Figure 6
-- chart: line
-- title: Efficiency reached by the searches
-- says: Efficiency at the least number of tasks that was found, by number of workers; the target is 0.99.
-- x: workers
-- y: efficiency
SELECT workers AS x, efficiency AS y, printf('ratio %g', grain) AS series
FROM run WHERE family = 'isoefficiency-tasks' AND strategy = 'WQ+G' ORDER BY grain, x;

-- figure: fig7
-- study: shared-files-isoefficiency
-- place: Figure 7
-- chart: line
-- title: Isoefficiency when all tasks share one file
-- says: Least number of tasks for an efficiency of 0.99, by number of workers; a curve for each ratio of computation to
--   transfer.
-- x: workers
-- y: tasks
SELECT workers AS x, task_count AS y, printf('ratio %g', grain) AS series
FROM run WHERE family = 'isoefficiency-tasks' AND strategy = 'WQ+G' ORDER BY grain, x;

-- figure: fig8
-- study: shared-files-isoefficiency-own
-- place: Figure 8
-- chart: line
-- title: Isoefficiency when each task has its own file
-- says: Least number of tasks for an efficiency of 0.99, by number of workers; a curve ends where no number of tasks
--   reaches it.
-- x: workers
-- y: tasks, log
SELECT workers AS x, task_count AS y, printf('ratio %g', grain) AS series
FROM run WHERE family = 'isoefficiency-tasks' AND strategy = 'WQ' ORDER BY grain, x;

-- figure: fig9
-- study: shared-files-isoefficiency
-- place: Figure 9
-- chart: line
-- title: Isoefficiency with supervisors
-- says: Least number of tasks for an efficiency of 0.99 with one supervisor for 50 workers, by number of workers.
-- x: workers
-- y: tasks
SELECT workers AS x, task_count AS y, printf('ratio %g', grain) AS series
FROM run WHERE family = 'isoefficiency-tasks' AND strategy = 'WQ+H' ORDER BY grain, x;

-- figure: fig10
-- study: shared-files-isoefficiency
-- place: Figure 10
-- chart: line
-- title: Isoefficiency with and without supervisors
-- says: Least number of tasks for an efficiency of 0.99, by number of workers; a panel for each ratio of computation to
--   transfer.
-- x: workers
-- y: tasks
-- panels: independent
SELECT workers AS x, task_count AS y, strategy AS series, printf('ratio %g', grain) AS panel
FROM run WHERE family = 'isoefficiency-tasks' ORDER BY grain, strategy, x;
