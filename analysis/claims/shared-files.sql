-- What Senger, Silva and Nascimento say, measured on campaigns of their four studies. Dates follow from sizes and speeds alone,
-- so nothing has an interval. Granularity is the time of a task over that of its file; the efficiency is against one worker
-- that gets every file once. A limit is the fewest workers whose makespan is within 5 % of the shortest.
-- paper: Senger, Silva, Nascimento, CCGRIDW 2006
-- studies: shared-files-table1, shared-files-granularity, shared-files-isoefficiency, shared-files-isoefficiency-own
-- study: shared-files-table1
-- place: section VI and table I
-- tolerance: none
CREATE TEMP TABLE run AS
SELECT strategy_name AS strategy, workload_family AS family, workers, makespan, efficiency, task_count,
       round(flop / speed / (file_bytes / bandwidth), 6) AS grain
FROM results WHERE outcome = 'completed' AND platform_family = 'star';

-- Table I without its misprints: the makespan of WQ+H on 8 workers, which is that on 10, and the efficiency of WQ on 1,
-- which is against itself.
CREATE TEMP TABLE cell AS
WITH printed(workers, strategy, printed_makespan, printed_efficiency) AS (
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
         (10000, 'WQ', 32007, 0.00), (10000, 'WQ+G', 684, 0.03), (10000, 'WQ+H', 124, 0.18))
SELECT r.*, p.printed_makespan, p.printed_efficiency
FROM run r JOIN printed p USING (workers, strategy) WHERE r.family = 'shared-files' AND r.grain = 7;

-- By strategy and granularity: the shortest makespan, the fewest workers that have it, and the limit.
CREATE TEMP TABLE best AS
WITH shortest AS (
  SELECT strategy, grain, min(makespan) AS makespan, count(*) AS settings FROM run WHERE family = 'shared-files'
  GROUP BY strategy, grain)
SELECT s.*, min(r.workers) FILTER (WHERE r.makespan <= s.makespan * (1 + 1e-9)) AS reached,
       min(r.workers) FILTER (WHERE r.makespan <= s.makespan * 1.05) AS worker_limit
FROM shortest s JOIN run r USING (strategy, grain) WHERE r.family = 'shared-files' GROUP BY s.strategy, s.grain;

CREATE TEMP VIEW grouping AS
SELECT w.grain, w.makespan / g.makespan AS gain, g.worker_limit, w.settings + g.settings AS settings
FROM best w JOIN best g USING (grain) WHERE w.strategy = 'WQ' AND g.strategy = 'WQ+G';

CREATE TEMP VIEW supervision AS
SELECT g.makespan / h.makespan AS gain, h.worker_limit AS limit_with, g.worker_limit AS limit_without,
       g.settings + h.settings AS settings
FROM best g JOIN best h USING (grain) WHERE g.strategy = 'WQ+G' AND h.strategy = 'WQ+H' AND grain = 7;

-- Where WQ stops falling, and the first number of workers of the study that is not below granularity + 1.
CREATE TEMP VIEW saturation AS
SELECT b.grain, b.reached, b.settings,
       (SELECT min(workers) FROM run r WHERE r.family = 'shared-files' AND r.strategy = 'WQ' AND r.grain = b.grain
        AND r.workers >= b.grain + 1) AS expected
FROM best b WHERE b.strategy = 'WQ';

CREATE TEMP VIEW isoefficiency AS SELECT * FROM run WHERE family = 'isoefficiency-tasks';

-- Growth of the tasks from 100 to 400 workers, as a power of the workers; the tasks on 400 workers.
CREATE TEMP VIEW growth AS
SELECT f.strategy, f.grain, ln(1.0 * t.task_count / f.task_count) / ln(4) AS power, t.task_count
FROM isoefficiency f JOIN isoefficiency t USING (strategy, grain) WHERE f.workers = 100 AND t.workers = 400;

-- Those without supervisors next to those with.
CREATE TEMP VIEW relief AS
SELECT g.grain, g.power AS without, h.power AS with_supervisors, 1.0 * g.task_count / h.task_count AS factor
FROM growth g JOIN growth h USING (grain) WHERE g.strategy = 'WQ+G' AND h.strategy = 'WQ+H';

-- claim: W1a
-- place: table I
-- says: makespans of the table, all but a misprint: cells that agree
-- paper: 38 of 38
-- accept: 38 .. 38
-- tolerance: 2 %
SELECT CASE WHEN count(*) = 38 OR sum(agrees) < count(*) THEN sum(agrees) END AS measured, count(*) AS instances,
       printf('%d of %d, exact %d', sum(agrees), count(*), sum(exact)) AS shown
FROM (SELECT abs(makespan - printed_makespan) <= 0.02 * printed_makespan AS agrees,
             abs(makespan - printed_makespan) <= 1e-6 * printed_makespan AS exact
      FROM cell WHERE printed_makespan IS NOT NULL);

-- claim: W1b
-- place: table I
-- says: efficiencies of the table, all but WQ on one worker: cells that agree
-- paper: 38 of 38
-- accept: 38 .. 38
-- tolerance: 2 digits
SELECT CASE WHEN count(*) = 38 OR sum(agrees) < count(*) THEN sum(agrees) END AS measured, count(*) AS instances,
       sum(agrees) || ' of ' || count(*) AS shown
FROM (SELECT abs(efficiency - printed_efficiency) <= 0.005 AS agrees FROM cell WHERE printed_efficiency IS NOT NULL);

-- pattern: best
-- says: {strategy}: {what}
-- needs: 13
SELECT max({value}) AS measured, coalesce(max(settings), 0) AS instances FROM best WHERE strategy = '{strategy}' AND grain = 7;

-- pattern: setting
-- says: {strategy} on {workers} workers: {value}
SELECT max({value}) AS measured, count(*) AS instances FROM cell WHERE strategy = '{strategy}' AND workers = {workers};

-- claims: claim | like    | strategy | what                                      | value      | workers | paper | accept               | tolerance | unit
--   W2a         | best    | WQ       | shortest makespan                         | makespan   |         | 32007 | 31366.86 .. 32647.14 | 2 %       | s
--   W2b         | best    | WQ       | fewest workers with the shortest makespan | reached    |         | 8     | 8 .. 8               | none      |
--   W3a1        | best    | WQ+G     | shortest makespan                         | makespan   |         | 673   | 659.54 .. 686.46     | 2 %       | s
--   W3a2        | best    | WQ+G     | fewest workers with the shortest makespan | reached    |         | 1000  | 1000 .. 1000         | none      |
--   W3b1        | setting | WQ+G     |                                           | makespan   | 500     | 702   | 687.96 .. 716.04     | 2 %       | s
--   W3b2        | setting | WQ+G     |                                           | efficiency | 500     | 0.64  | 0.635 .. 0.645       | 2 digits  |
--   W4a1        | best    | WQ+H     | shortest makespan                         | makespan   |         | 123   | 120.54 .. 125.46     | 2 %       | s
--   W4a2        | best    | WQ+H     | fewest workers with the shortest makespan | reached    |         | 5000  | 5000 .. 5000         | none      |
--   W4b1        | setting | WQ+H     |                                           | makespan   | 3000    | 134   | 131.32 .. 136.68     | 2 %       | s
--   W4b2        | setting | WQ+H     |                                           | efficiency | 3000    | 0.56  | 0.555 .. 0.565       | 2 digits  |

-- claim: W5a1
-- place: section III.B
-- says: grouping makes the shortest makespan shorter by this factor, granularity 7
-- paper: about 10
-- accept: 5 ..
-- tolerance: at least 5
-- needs: 26
SELECT max(gain) AS measured, coalesce(max(settings), 0) AS instances FROM grouping WHERE grain = 7;

-- claim: W5a2
-- study: shared-files-granularity
-- place: section III.B, figure 4
-- says: grouping makes the shortest makespan shorter by this factor, the least of granularities 2, 16, 128
-- paper: about 10
-- accept: 5 ..
-- tolerance: at least 5
-- needs: 132
SELECT min(gain) AS measured, coalesce(sum(settings), 0) AS instances, group_concat(round(gain, 1), ', ') AS shown
FROM (SELECT * FROM grouping WHERE grain IN (2, 16, 128) ORDER BY grain);

-- claim: W5b1
-- place: section III.B
-- says: limit with grouping in workers, granularity 7
-- paper: a few hundred
-- accept: 100 .. 999
-- tolerance: hundreds
-- needs: 26
SELECT max(worker_limit) AS measured, coalesce(max(settings), 0) AS instances FROM grouping WHERE grain = 7;

-- claim: W5b2
-- study: shared-files-granularity
-- place: section III.B, figure 4
-- says: limit with grouping in workers: granularities of 2, 16 and 128 at which it is a few hundred
-- paper: all
-- accept: 3 .. 3
-- tolerance: 100 to 999
-- needs: 132
SELECT sum(worker_limit BETWEEN 100 AND 999) AS measured, coalesce(sum(settings), 0) AS instances,
       group_concat(worker_limit, ', ') AS shown
FROM (SELECT * FROM grouping WHERE grain IN (2, 16, 128) ORDER BY grain);

-- claim: W6a
-- says: settings from 1000 workers on in which WQ+H is more efficient than WQ+G
-- paper: all
-- accept: 5 .. 5
-- needs: 5
SELECT sum(h.efficiency > g.efficiency) AS measured, count(*) AS instances,
       sum(h.efficiency > g.efficiency) || ' of ' || count(*) AS shown
FROM cell g JOIN cell h USING (workers) WHERE g.strategy = 'WQ+G' AND h.strategy = 'WQ+H' AND workers >= 1000;

-- claim: W6b
-- says: supervisors make the shortest makespan shorter by this factor
-- paper: about 10
-- accept: 5 ..
-- tolerance: at least 5
-- needs: 26
SELECT max(gain) AS measured, coalesce(max(settings), 0) AS instances FROM supervision;

-- claim: W6c
-- says: limit in workers with supervisors over that without
-- paper: about 10
-- accept: 5 .. 20
-- tolerance: factor 2
-- needs: 26
SELECT max(1.0 * limit_with / limit_without) AS measured, coalesce(max(settings), 0) AS instances,
       limit_with || ' / ' || limit_without AS shown
FROM supervision;

-- claim: W7
-- study: shared-files-granularity
-- place: section III.A, equation 2 and figure 3
-- says: WQ: granularities from 2 to 128 at which the makespan falls up to granularity + 1 workers
-- paper: all
-- accept: 7 .. 7
-- tolerance: next number of workers of the study
-- needs: 154
SELECT sum(reached = expected) AS measured, coalesce(sum(settings), 0) AS instances, group_concat(reached, ', ') AS shown
FROM (SELECT * FROM saturation ORDER BY grain);

-- claim: W8a
-- study: shared-files-isoefficiency
-- place: section IV, figure 7
-- says: WQ+G: tasks grow like a parabola, power of the workers from 100 to 400, the farthest from 2
-- paper: 2
-- accept: 1.8 .. 2.2
-- tolerance: 0.2
-- needs: 5
SELECT power AS measured, instances, printf('%.2f to %.2f', least, most) AS shown
FROM (SELECT power, max(abs(power - 2)), least, most, instances
      FROM (SELECT power, min(power) OVER () AS least, max(power) OVER () AS most, count(*) OVER () AS instances
            FROM growth WHERE strategy = 'WQ+G'));

-- claim: W8b
-- study: shared-files-isoefficiency
-- place: section IV, figures 7, 9 and 10
-- says: with supervisors the tasks grow slower: ratios of 5
-- paper: all
-- accept: 5 .. 5
-- needs: 5
SELECT sum(with_supervisors < without) AS measured, count(*) AS instances,
       sum(with_supervisors < without) || ' of ' || count(*) AS shown
FROM relief;

-- claim: W8c
-- study: shared-files-isoefficiency
-- place: section IV, figures 7, 9 and 10
-- says: on 400 workers supervisors need fewer tasks by this factor, the least of 5 ratios
--   (the paper: up to 200 slaves)
-- paper: growth "is smaller"
-- accept: 2 ..
-- tolerance: at least 2, our reading
-- needs: 5
SELECT min(factor) AS measured, count(*) AS instances, printf('%.1f to %.1f', min(factor), max(factor)) AS shown FROM relief;

-- claim: W8d
-- study: shared-files-isoefficiency-own
-- place: section IV, figure 8
-- says: files of their own do not scale: ratios of 5 at which ratio + 1 workers are the most at the target
-- paper: all
-- accept: 5 .. 5
-- needs: 5
SELECT sum(workers = grain + 1) AS measured, count(*) AS instances, group_concat(workers, ', ') AS shown
FROM (SELECT grain, max(workers) AS workers FROM isoefficiency WHERE strategy = 'WQ' GROUP BY grain ORDER BY grain);

-- claims: claim | study                          | place                | needs
--   W9a         | shared-files-isoefficiency     | section IV, figure 6 | 400
--   W9b         | shared-files-isoefficiency-own | section IV, figure 8 | 67
-- says: efficiency at the numbers of tasks that were found, the farthest from 0.99
-- paper: about 0.99
-- accept: 0.98 .. 1
-- tolerance: 0.01
SELECT efficiency AS measured, coalesce(instances, 0) AS instances, printf('%.4f to %.4f', least, most) AS shown
FROM (SELECT efficiency, max(abs(efficiency - 0.99)), least, most, instances
      FROM (SELECT efficiency, min(efficiency) OVER () AS least, max(efficiency) OVER () AS most, count(*) OVER () AS instances
            FROM isoefficiency));
