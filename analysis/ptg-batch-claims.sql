-- The claims of Casanova, Desprez, Suter (slides of June 2010; JPDC 70(12), 2010) beside what a campaign of the study
-- ptg-batch gave. Ratios to MAGS are means over the instances that every strategy completed, four clusters. `holds` is
-- computed: an order, or a number within `tolerance` of the paper's; NULL: not enough data.
WITH
  compared AS (
    SELECT r.*, (SELECT count(*) FROM strategy) AS strategies,
           count(*) FILTER (WHERE r.outcome = 'completed') OVER (PARTITION BY r.platform, r.workload) AS completed
    FROM results r),
  fair AS (SELECT * FROM compared WHERE completed = strategies),
  ratio AS (
    SELECT x.strategy_name AS strategy, 100 * (avg(x.makespan / m.makespan) - 1) AS makespan,
           100 * (avg(x.average_stretch / m.average_stretch) - 1) AS average_stretch,
           100 * (avg(x.max_stretch / m.max_stretch) - 1) AS max_stretch
    FROM fair x JOIN fair m ON m.platform = x.platform AND m.workload = x.workload AND m.strategy_name = 'MAGS'
    GROUP BY x.strategy_name),
  paper(id, strategy, metric, value) AS (
    VALUES ('M1', 'SELFISH', 'makespan', 7.0), ('M1', 'SELFISH', 'average stretch', 75.97),
           ('M1', 'SELFISH', 'maximum stretch', 1909.54),
           ('M2', 'SELFISH_ORDER', 'makespan', 21.27), ('M2', 'SELFISH_ORDER', 'average stretch', -3.42),
           ('M2', 'SELFISH_ORDER', 'maximum stretch', -13.68),
           ('M3', 'CRA_WORK_WEIGHT', 'makespan', -1.99), ('M3', 'CRA_WORK_WEIGHT', 'average stretch', 1.77),
           ('M3', 'CRA_WORK_WEIGHT', 'maximum stretch', 49.79),
           ('M4', 'CAFM_K_SHELVES', 'makespan', 1.14), ('M4', 'CAFM_K_SHELVES', 'average stretch', -0.44),
           ('M4', 'CAFM_K_SHELVES', 'maximum stretch', 38.54)),
  number AS (
    SELECT p.*, CASE metric WHEN 'makespan' THEN makespan WHEN 'average stretch' THEN average_stretch
                ELSE max_stretch END AS measured
    FROM paper p JOIN ratio USING (strategy)),
  -- How an application fares by its place in the batch: the one with the shortest and the one with the longest
  -- dedicated makespan.
  ranked AS (
    SELECT a.strategy, a.stretch,
           row_number() OVER (batch ORDER BY a.dedicated_makespan) AS shortest,
           row_number() OVER (batch ORDER BY a.dedicated_makespan DESC) AS longest
    FROM applications a WINDOW batch AS (PARTITION BY a.scenario)),
  ends AS (
    SELECT strategy, avg(stretch) FILTER (WHERE shortest = 1) AS of_short, avg(stretch) FILTER (WHERE longest = 1) AS of_long
    FROM ranked GROUP BY strategy),
  claim(place, id, claim, paper, measured, tolerance, holds) AS (
    SELECT 1, id, metric || ' of ' || strategy || ' against MAGS', printf('%+.2f %%', value), printf('%+.2f %%', measured),
           '5 points or a quarter', abs(measured - value) <= max(5, abs(value) / 4)
    FROM number
    UNION ALL
    SELECT 2, 'M5', 'no contender is better than MAGS in makespan, average and maximum stretch', 'none',
           coalesce(group_concat(strategy, ', ') FILTER (WHERE makespan < 0 AND average_stretch < 0 AND max_stretch < 0), 'none'),
           NULL, sum(makespan < 0 AND average_stretch < 0 AND max_stretch < 0) = 0
    FROM ratio HAVING count(*) > 1
    UNION ALL
    SELECT 3, 'M6a', strategy || ' postpones short graphs: stretch of the shortest, of the longest', 'larger, smaller',
           printf('%.2f, %.2f', of_short, of_long), NULL, of_short > of_long
    FROM ends WHERE strategy IN ('SELFISH', 'COMB_C1')
    UNION ALL
    SELECT 3, 'M6b', w.strategy || ' is fairer than ' || s.strategy || ': maximum stretch against MAGS', 'smaller',
           printf('%+.1f %% from %+.1f %%', w.max_stretch, s.max_stretch), NULL, w.max_stretch < s.max_stretch
    FROM ratio s JOIN ratio w ON w.strategy IN (s.strategy || '_WEIGHT', s.strategy || '_ORDER')
    UNION ALL
    SELECT 3, 'M6c', 'CAFM_LPTF favours long graphs: stretch of the shortest over that of the longest, against CAFM_SPTF',
           'larger', printf('%.2f, %.2f', l.of_short / l.of_long, s.of_short / s.of_long), NULL,
           l.of_short / l.of_long > s.of_short / s.of_long
    FROM ends l JOIN ends s ON s.strategy = 'CAFM_SPTF' WHERE l.strategy = 'CAFM_LPTF'
    UNION ALL
    SELECT 4, 'M7', 'MAGS keeps its bound slack x 2 x S* on the stretch', 'all',
           sum(max_stretch <= stretch_bound * (1 + 1e-9)) || ' of ' || count(*), NULL,
           min(max_stretch <= stretch_bound * (1 + 1e-9))
    FROM results WHERE strategy_name = 'MAGS' AND outcome = 'completed' HAVING count(*) > 0)
SELECT id, claim, paper, measured, tolerance, CASE holds WHEN 1 THEN 'yes' WHEN 0 THEN 'no' END AS holds
FROM claim ORDER BY place, id, claim
