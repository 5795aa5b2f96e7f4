-- The claims of Senger, Silva, Nascimento (CCGRIDW 2006) beside what campaigns of the studies shared-files-table1,
-- -granularity, -isoefficiency and -isoefficiency-own gave: run it on each, it shows what there is data for. The
-- efficiency is against one processor that gets every file once. A limit is the smallest number of workers whose
-- makespan is within 5 % of the shortest. `holds` is computed: an order, or a number within `tolerance`.
WITH
  run AS (
    SELECT strategy_name AS strategy, workload_family AS family, workers, makespan, efficiency, task_count,
           (flop / speed) / (file_bytes / bandwidth) AS grain
    FROM results WHERE outcome = 'completed' AND platform_family = 'star'),
  -- Table I. WQ+H on 8 workers is a misprint of the makespan (the next row's), WQ on 1 of the efficiency (against itself).
  paper(workers, strategy, makespan, efficiency) AS (
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
           (10000, 'WQ', 32007, 0.00), (10000, 'WQ+G', 684, 0.03), (10000, 'WQ+H', 124, 0.18)),
  table1 AS (SELECT * FROM run WHERE family = 'shared-files' AND abs(grain - 7) < 1e-9),
  cell AS (
    SELECT t.*, p.makespan AS printed, p.efficiency AS printed_efficiency
    FROM table1 t JOIN paper p USING (workers, strategy)),
  -- By strategy and granularity: the shortest makespan and the fewest workers that come close.
  shortest AS (
    SELECT strategy, grain, min(makespan) AS makespan FROM run WHERE family = 'shared-files' GROUP BY strategy, grain),
  best AS (
    SELECT s.*, (SELECT min(workers) FROM run r WHERE r.strategy = s.strategy AND r.grain = s.grain
                 AND r.family = 'shared-files' AND r.makespan <= s.makespan * (1 + 1e-9)) AS at,
           (SELECT min(workers) FROM run r WHERE r.strategy = s.strategy AND r.grain = s.grain
            AND r.family = 'shared-files' AND r.makespan <= s.makespan * 1.05) AS worker_limit
    FROM shortest s),
  -- Figure 3: where the makespan stops falling, and the first number of workers of the study not below S_eff = g + 1.
  saturation AS (
    SELECT b.grain, b.at,
           (SELECT min(workers) FROM run r WHERE r.family = 'shared-files' AND r.strategy = 'WQ' AND r.grain = b.grain
            AND r.workers >= b.grain + 1 - 1e-9) AS expected
    FROM best b WHERE strategy = 'WQ' AND abs(grain - 7) > 1e-9),
  iso AS (SELECT * FROM run WHERE family = 'isoefficiency-tasks'),
  -- Growth of the number of tasks from 100 to 400 workers, as a power of the workers.
  growth AS (
    SELECT f.strategy, f.grain, ln(1.0 * t.task_count / f.task_count) / ln(4) AS power
    FROM iso f JOIN iso t USING (strategy, grain) WHERE f.workers = 100 AND t.workers = 400),
  relief AS (
    SELECT g.workers, g.grain, 1.0 * g.task_count / h.task_count AS factor
    FROM iso g JOIN iso h USING (workers, grain) WHERE g.strategy = 'WQ+G' AND h.strategy = 'WQ+H'),
  claim(place, id, claim, paper, measured, tolerance, holds) AS (
    SELECT 1, 'W1a', 'Table I: makespans, all but a misprint', count(*) || ' of ' || count(*),
           sum(abs(makespan - printed) <= 0.02 * printed) || ' of ' || count(*) || ', exact ' ||
             sum(abs(makespan - printed) <= 1e-6 * printed), '2 %',
           min(abs(makespan - printed) <= 0.02 * printed)
    FROM cell WHERE printed IS NOT NULL HAVING count(*) > 0
    UNION ALL
    SELECT 1, 'W1b', 'Table I: efficiencies, all but WQ on one processor', count(*) || ' of ' || count(*),
           sum(abs(efficiency - printed_efficiency) <= 0.005) || ' of ' || count(*), '2 digits',
           min(abs(efficiency - printed_efficiency) <= 0.005)
    FROM cell WHERE printed_efficiency IS NOT NULL HAVING count(*) > 0
    UNION ALL
    SELECT 2, 'W2', 'WQ: shortest makespan, reached with', '32007 with 8', printf('%.0f with %d', makespan, at), '2 %',
           abs(makespan - 32007) <= 0.02 * 32007 AND at = 8
    FROM best WHERE strategy = 'WQ' AND abs(grain - 7) < 1e-9
    UNION ALL
    SELECT 3, 'W3a', 'WQ+G: shortest makespan, reached with', '673 with 1000', printf('%.0f with %d', makespan, at), '2 %',
           abs(makespan - 673) <= 0.02 * 673 AND at = 1000
    FROM best WHERE strategy = 'WQ+G' AND abs(grain - 7) < 1e-9
    UNION ALL
    SELECT 3, 'W3b', 'WQ+G on 500 workers: makespan, efficiency', '702, 0.64', printf('%.0f, %.2f', makespan, efficiency),
           '2 %, 2 digits', abs(makespan - 702) <= 0.02 * 702 AND abs(efficiency - 0.64) <= 0.005
    FROM table1 WHERE strategy = 'WQ+G' AND workers = 500
    UNION ALL
    SELECT 4, 'W4a', 'WQ+H: shortest makespan, reached with', '123 with 5000', printf('%.0f with %d', makespan, at), '2 %',
           abs(makespan - 123) <= 0.02 * 123 AND at = 5000
    FROM best WHERE strategy = 'WQ+H' AND abs(grain - 7) < 1e-9
    UNION ALL
    SELECT 4, 'W4b', 'WQ+H on 3000 workers: makespan, efficiency', '134, 0.56', printf('%.0f, %.2f', makespan, efficiency),
           '2 %, 2 digits', abs(makespan - 134) <= 0.02 * 134 AND abs(efficiency - 0.56) <= 0.005
    FROM table1 WHERE strategy = 'WQ+H' AND workers = 3000
    UNION ALL
    SELECT 5, 'W5a', printf('granularity %g: grouping makes the shortest makespan shorter by', w.grain), 'about 10',
           printf('%.1f', w.makespan / g.makespan), 'at least 5', w.makespan / g.makespan >= 5
    FROM best w JOIN best g ON g.grain = w.grain AND g.strategy = 'WQ+G' WHERE w.strategy = 'WQ'
    UNION ALL
    SELECT 5, 'W5b', printf('granularity %g: limit with grouping, in workers', grain), 'a few hundred', worker_limit,
           '100 to 999', worker_limit BETWEEN 100 AND 999
    FROM best WHERE strategy = 'WQ+G'
    UNION ALL
    SELECT 6, 'W6a', 'from 1000 workers on WQ+H is more efficient than WQ+G', 'all',
           sum(h.efficiency > g.efficiency) || ' of ' || count(*), NULL, min(h.efficiency > g.efficiency)
    FROM table1 g JOIN table1 h USING (workers)
    WHERE g.strategy = 'WQ+G' AND h.strategy = 'WQ+H' AND workers >= 1000 HAVING count(*) > 0
    UNION ALL
    SELECT 6, 'W6b', 'supervisors make the shortest makespan shorter by', 'about 10', printf('%.1f', g.makespan / h.makespan),
           'at least 5', g.makespan / h.makespan >= 5
    FROM best g JOIN best h ON h.grain = g.grain AND h.strategy = 'WQ+H' WHERE g.strategy = 'WQ+G'
    UNION ALL
    SELECT 6, 'W6c', 'limit with supervisors over limit with grouping', 'about 10',
           printf('%d / %d', h.worker_limit, g.worker_limit), 'factor 2',
           1.0 * h.worker_limit / g.worker_limit BETWEEN 5 AND 20
    FROM best g JOIN best h ON h.grain = g.grain AND h.strategy = 'WQ+H' WHERE g.strategy = 'WQ+G'
    UNION ALL
    SELECT 7, 'W7', 'WQ: workers at the shortest makespan, by granularity; g + 1 on the study''s grid',
           group_concat(expected, ', '), group_concat(at, ', '), 'exact', min(at = expected)
    FROM (SELECT * FROM saturation ORDER BY grain) HAVING count(*) > 1
    UNION ALL
    SELECT 8, 'W8a', 'one file: tasks grow like a parabola, power of the workers from 100 to 400', '2',
           printf('%.2f to %.2f', min(power), max(power)), '0.2', max(abs(power - 2)) <= 0.2
    FROM growth WHERE strategy = 'WQ+G' HAVING count(*) > 0
    UNION ALL
    SELECT 8, 'W8b', 'with supervisors they grow slower', 'all ratios', sum(h.power < g.power) || ' of ' || count(*), NULL,
           min(h.power < g.power)
    FROM growth g JOIN growth h USING (grain) WHERE g.strategy = 'WQ+G' AND h.strategy = 'WQ+H' HAVING count(*) > 0
    UNION ALL
    SELECT 8, 'W8c', 'on 400 workers supervisors need fewer tasks by', 'much lower',
           printf('%.1f to %.1f', min(factor), max(factor)), 'at least 2', min(factor) >= 2
    FROM relief WHERE workers = 400 HAVING count(*) > 0
    UNION ALL
    SELECT 8, 'W8d', 'files of their own: most workers at the target, by ratio', 'does not scale', group_concat(workers, ', '),
           'ratio + 1', min(workers = round(grain) + 1)
    FROM (SELECT grain, max(workers) AS workers FROM iso WHERE strategy = 'WQ' GROUP BY grain ORDER BY grain)
    HAVING count(*) > 0
    UNION ALL
    SELECT 9, 'W9', 'efficiency of the searches', 'about 0.99', printf('%.4f to %.4f', min(efficiency), max(efficiency)),
           '0.01', min(efficiency) >= 0.98 AND max(efficiency) <= 1.0 + 1e-9
    FROM iso HAVING count(*) > 0)
SELECT id, claim, paper, measured, tolerance, CASE holds WHEN 1 THEN 'yes' WHEN 0 THEN 'no' END AS holds
FROM claim ORDER BY place, id
