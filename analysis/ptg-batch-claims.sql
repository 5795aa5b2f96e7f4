-- The claims of Casanova, Desprez, Suter (slides of June 2010; JPDC 70(12), 2010) beside what a campaign of the study
-- ptg-batch gave. Compared are the slides' twenty contenders with the settings of the study, known by their labels;
-- other strategies change nothing (COMB_C1 has a row of its own). Only instances count that every contender of the
-- campaign completed. Numbers are 100 (X / X of MAGS - 1), the mean over all instances, on four clusters. `holds` is
-- computed from unrounded numbers: an order, or a number within `tolerance` of the paper's; NULL: not enough data.
WITH
  contender(name) AS (
    VALUES ('SELFISH'), ('SELFISH_WEIGHT'), ('SELFISH_ORDER'), ('CRA_NDAGS'), ('CRA_NDAGS_WEIGHT'), ('CRA_NDAGS_ORDER'),
           ('CRA_WORK'), ('CRA_WORK_WEIGHT'), ('CRA_WORK_ORDER'), ('CRA_WIDTH'), ('CRA_WIDTH_WEIGHT'), ('CRA_WIDTH_ORDER'),
           ('CAFM_LPTF'), ('CAFM_SPTF'), ('CAFM_SAF'), ('CAFM_K_SHELVES'), ('CAFM_CRA'), ('CAFM_CRA_WEIGHT'),
           ('CAFM_CRA_ORDER'), ('MAGS')),
  present AS MATERIALIZED (
    SELECT id, label AS name, label IN (SELECT name FROM contender) AS contends FROM strategy
    WHERE id IN (SELECT strategy_id FROM result)),
  usable AS MATERIALIZED (
    SELECT r.platform_id, r.workload_id, r.strategy_id, p.name, p.contends, r.makespan, r.average_stretch, r.max_stretch,
           sum(p.contends) OVER (PARTITION BY r.platform_id, r.workload_id) AS completed
    FROM result r JOIN present p ON p.id = r.strategy_id
    WHERE r.outcome = 'completed' AND r.average_stretch IS NOT NULL AND r.max_stretch IS NOT NULL),
  fair AS MATERIALIZED (
    SELECT * FROM usable WHERE completed = (SELECT sum(contends) FROM present)),
  mags AS MATERIALIZED (SELECT * FROM fair WHERE name = 'MAGS'),
  ratio AS MATERIALIZED (
    SELECT x.name AS strategy, 100 * (avg(x.makespan / m.makespan) - 1) AS makespan,
           100 * (avg(x.average_stretch / m.average_stretch) - 1) AS average_stretch,
           100 * (avg(x.max_stretch / m.max_stretch) - 1) AS max_stretch
    FROM mags m JOIN fair x ON x.platform_id = m.platform_id AND x.workload_id = m.workload_id
    WHERE x.contends GROUP BY x.name),
  paper(place, id, strategy, makespan, average_stretch, max_stretch) AS (
    VALUES (10, 'M1', 'SELFISH', 7.0, 75.97, 1909.54), (20, 'M2', 'SELFISH_ORDER', 21.27, -3.42, -13.68),
           (30, 'M3', 'CRA_WORK_WEIGHT', -1.99, 1.77, 49.79), (40, 'M4', 'CAFM_K_SHELVES', 1.14, -0.44, 38.54)),
  number(place, id, metric, strategy, paper, measured) AS (
    SELECT place, id || 'a', 'makespan', strategy, p.makespan, r.makespan FROM paper p LEFT JOIN ratio r USING (strategy)
    UNION ALL
    SELECT place + 1, id || 'b', 'average stretch', strategy, p.average_stretch, r.average_stretch
    FROM paper p LEFT JOIN ratio r USING (strategy)
    UNION ALL
    SELECT place + 2, id || 'c', 'maximum stretch', strategy, p.max_stretch, r.max_stretch
    FROM paper p LEFT JOIN ratio r USING (strategy)),
  -- Against MAGS being the winner: clearly better by one metric without losing by another.
  beater AS (
    SELECT group_concat(strategy, ', ') AS names
    FROM (SELECT strategy FROM ratio
          WHERE min(makespan, average_stretch, max_stretch) < -5 AND max(makespan, average_stretch, max_stretch) <= 0
          ORDER BY strategy)),
  -- How an application fares by its place in the batch: the one with the shortest and the one with the longest dedicated
  -- makespan; ties: the earlier application.
  application AS MATERIALIZED (
    SELECT f.name, (a.finish - a.release_date) / a.dedicated_makespan AS stretch,
           row_number() OVER (batch ORDER BY a.dedicated_makespan, a.application) AS shortest,
           row_number() OVER (batch ORDER BY a.dedicated_makespan DESC, a.application) AS longest
    FROM fair f JOIN application_result a USING (platform_id, workload_id, strategy_id)
    WHERE f.name IN ('SELFISH', 'COMB_C1', 'CAFM_LPTF', 'CAFM_SPTF') AND a.dedicated_makespan IS NOT NULL
    WINDOW batch AS (PARTITION BY a.platform_id, a.workload_id, a.strategy_id)),
  ends AS MATERIALIZED (
    SELECT name AS strategy, avg(stretch) FILTER (WHERE shortest = 1) AS of_short,
           avg(stretch) FILTER (WHERE longest = 1) AS of_long
    FROM application GROUP BY name),
  postponing(place, id, strategy) AS (VALUES (60, 'M6a', 'SELFISH'), (61, 'M6b', 'COMB_C1')),
  mapping(number, strategy) AS (
    VALUES (1, 'SELFISH'), (3, 'CRA_NDAGS'), (5, 'CRA_WORK'), (7, 'CRA_WIDTH'), (9, 'CAFM_CRA')),
  ordering(place, suffix) AS (VALUES (0, '_WEIGHT'), (1, '_ORDER')),
  -- Every claim has its row: LEFT JOINs from lists, and aggregates without GROUP BY.
  claim(place, id, claim, paper, measured, tolerance, holds) AS (
    SELECT place, id, metric || ' of ' || strategy || ' against MAGS', printf('%+.2f %%', paper),
           CASE WHEN measured IS NOT NULL THEN printf('%+.2f %%', measured) END, printf('%.2f points', max(5, abs(paper) / 4)),
           abs(measured - paper) <= max(5, abs(paper) / 4)
    FROM number
    UNION ALL
    SELECT 50, 'M5', 'no contender is better than MAGS by 5 % in makespan, average or maximum stretch and worse in none', 'none',
           CASE WHEN count(*) > 1 THEN coalesce((SELECT names FROM beater), 'none') || ' of ' || (count(*) - 1) END,
           '5 %', CASE WHEN (SELECT names FROM beater) IS NOT NULL THEN 0 WHEN count(*) = 20 THEN 1 END
    FROM ratio
    UNION ALL
    SELECT p.place, p.id, strategy || ' postpones short graphs: mean stretch of the shortest, of the longest', 'larger, smaller',
           CASE WHEN of_short IS NOT NULL THEN printf('%.2f, %.2f', of_short, of_long) END, NULL, of_short > of_long
    FROM postponing p LEFT JOIN ends USING (strategy)
    UNION ALL
    SELECT 61 + number + o.place, 'M6c' || (number + o.place), m.strategy || suffix || ' is fairer than ' || m.strategy ||
             ' and may be longer: maximum stretch, makespan against MAGS', 'smaller, any',
           CASE WHEN s.strategy IS NOT NULL AND w.strategy IS NOT NULL
                THEN printf('%+.1f %% from %+.1f %%, %+.1f %% from %+.1f %%', w.max_stretch, s.max_stretch, w.makespan, s.makespan)
                END, NULL, w.max_stretch < s.max_stretch
    FROM mapping m JOIN ordering o LEFT JOIN ratio s ON s.strategy = m.strategy
    LEFT JOIN ratio w ON w.strategy = m.strategy || suffix
    UNION ALL
    SELECT 80, 'M6d', 'CAFM_LPTF favours long graphs: stretch of the shortest over that of the longest, against CAFM_SPTF',
           'larger', CASE WHEN count(*) > 0 THEN printf('%.2f, %.2f', max(l.of_short / l.of_long), max(s.of_short / s.of_long)) END,
           NULL, max(l.of_short / l.of_long) > max(s.of_short / s.of_long)
    FROM ends l JOIN ends s ON s.strategy = 'CAFM_SPTF' WHERE l.strategy = 'CAFM_LPTF'
    UNION ALL
    SELECT 90, 'M7', 'MAGS keeps its bound slack x 2 x S* on the stretch', 'all',
           sum(max_stretch <= stretch_bound * (1 + 1e-9)) || ' of ' || count(*), '1e-9, relative',
           min(max_stretch <= stretch_bound * (1 + 1e-9))
    FROM result r JOIN present p ON p.id = r.strategy_id
    WHERE p.name = 'MAGS' AND r.outcome = 'completed' AND r.max_stretch IS NOT NULL AND r.stretch_bound IS NOT NULL)
SELECT id, claim, paper, coalesce(measured, 'not enough data') AS measured, tolerance,
       CASE holds WHEN 1 THEN 'yes' WHEN 0 THEN 'no' END AS holds
FROM claim ORDER BY place
