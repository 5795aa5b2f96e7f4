-- The claims of Benoit, Marchal, Pineau, Robert, Vivien (IPDPS 2008) beside what a campaign of the study bag-of-tasks gave.
-- Relative: maximum stretch divided by the offline optimum of the instance. Only instances that all 18 strategies of the
-- study completed. `holds` is computed: an order, or a number within `tolerance` of the paper's; NULL: not enough data.
WITH
  contender(strategy, online) AS (
    VALUES ('FIFO-RR', 1), ('FIFO-MCT', 1), ('FIFO-DD', 1), ('SPT-RR', 1), ('SPT-MCT', 1), ('SPT-DD', 1), ('SRPT-RR', 1),
           ('SRPT-MCT', 1), ('SRPT-DD', 1), ('SWRPT-RR', 1), ('SWRPT-MCT', 1), ('SWRPT-DD', 1), ('MWMA-NBT', 1),
           ('MWMA-MS', 1), ('CBS3M-EDF', 1), ('CBS3M-FIFO', 1), ('CBS3M-EDF-OFFLINE', 0), ('CBS3M-FIFO-OFFLINE', 0)),
  run AS (
    SELECT r.platform_id, r.workload_id, w.load, s.label AS strategy, c.online, r.relative_max_stretch AS relative,
           r.lp_time,
           count(*) OVER (PARTITION BY r.platform_id, r.workload_id) AS completed,
           min(r.max_stretch) FILTER (WHERE c.online) OVER (PARTITION BY r.platform_id, r.workload_id) AS best,
           r.max_stretch
    FROM result r JOIN workload w ON w.id = r.workload_id JOIN strategy s ON s.id = r.strategy_id
    JOIN contender c ON c.strategy = s.label
    WHERE r.outcome = 'completed' AND r.relative_max_stretch IS NOT NULL),
  fair AS (SELECT * FROM run WHERE completed = (SELECT count(*) FROM contender)),
  mean AS (
    SELECT strategy, online, count(*) AS instances, avg(relative) AS relative, max(relative) AS worst,
           avg(relative <= 1.01) AS within_1, avg(relative <= 1.05) AS within_5,
           avg(max_stretch <= best * (1 + 1e-6)) AS best, max(lp_time) AS lp_time, min(relative) AS least,
           rank() OVER (PARTITION BY online ORDER BY avg(relative)) AS place,
           rank() OVER (ORDER BY avg(relative)) AS place_of_all
    FROM fair GROUP BY strategy, online),
  greedy AS (SELECT * FROM mean WHERE online AND strategy NOT LIKE 'CBS3M%' AND strategy NOT LIKE 'MWMA%'),
  edf AS (SELECT * FROM mean WHERE strategy = 'CBS3M-EDF'),
  by_load AS (
    SELECT load, strategy, rank() OVER (PARTITION BY load ORDER BY avg(relative)) AS place
    FROM fair WHERE online GROUP BY load, strategy),
  pair AS (
    SELECT o.relative AS online, f.relative AS offline FROM fair o JOIN fair f USING (platform_id, workload_id)
    WHERE o.strategy = 'CBS3M-EDF' AND f.strategy = 'CBS3M-EDF-OFFLINE'),
  claim(id, claim, paper, measured, tolerance, holds) AS (
    SELECT 'P1a', 'CBS3M-EDF: mean relative maximum stretch', '1.16', printf('%.3f', relative), '0.05',
           abs(relative - 1.16) <= 0.05 FROM edf
    UNION ALL
    SELECT 'P1b', 'CBS3M-EDF: worst relative maximum stretch', '1.93', printf('%.2f', worst), '0.3', abs(worst - 1.93) <= 0.3
    FROM edf
    UNION ALL
    SELECT 'P2a', 'CBS3M-EDF: optimal, read as within 1 % of the fluid optimum', '65.2 %', printf('%.1f %%', 100 * within_1),
           '10 points', abs(within_1 - 0.652) <= 0.1 FROM edf
    UNION ALL
    SELECT 'P2b', 'CBS3M-EDF: optimal, read as within 5 % of the fluid optimum', '65.2 %', printf('%.1f %%', 100 * within_5),
           '10 points', abs(within_5 - 0.652) <= 0.1 FROM edf
    UNION ALL
    SELECT 'P2c', 'CBS3M-EDF: optimal, read as the best of the 16 online strategies', '65.2 %', printf('%.1f %%', 100 * best),
           '10 points', abs(best - 0.652) <= 0.1 FROM edf
    UNION ALL
    SELECT 'P3a', 'CBS3M-EDF is the best of the online strategies', 'place 1', 'place ' || place, NULL, place = 1 FROM edf
    UNION ALL
    SELECT 'P3b', 'MWMA lies between CBS3M-EDF and the best greedy strategy', 'between',
           printf('%.3f < %.3f, %.3f < %.3f', e.relative, min(m.relative), max(m.relative), (SELECT min(relative) FROM greedy)),
           NULL, e.relative < min(m.relative) AND max(m.relative) < (SELECT min(relative) FROM greedy)
    FROM edf e JOIN mean m ON m.strategy LIKE 'MWMA%' GROUP BY e.strategy
    UNION ALL
    SELECT 'P4', 'the best four: CBS3M-EDF offline and online, MWMA-NBT, SWRPT', 'these four',
           group_concat(strategy, ', '), NULL,
           sum(strategy IN ('CBS3M-EDF', 'CBS3M-EDF-OFFLINE', 'MWMA-NBT')) = 3 AND sum(strategy LIKE 'SWRPT%') = 1
    FROM (SELECT strategy FROM mean ORDER BY place_of_all LIMIT 4) HAVING count(*) > 0
    UNION ALL
    SELECT 'P5', 'CBS3M-EDF: instances where offline is worse than online', 'some', printf('%.1f %%', 100 * avg(offline > online)),
           NULL, max(offline > online) FROM pair HAVING count(*) > 0
    UNION ALL
    SELECT 'P6', 'CBS3M-EDF is the best of the online strategies at every load', 'all', sum(place = 1) || ' of ' || count(*), NULL,
           min(place = 1) FROM by_load WHERE strategy = 'CBS3M-EDF' HAVING count(*) > 0
    UNION ALL
    SELECT 'P7', 'nothing is below the fluid optimum', 'at least 1', printf('%.6f', min(least)), '2e-6', min(least) >= 1 - 2e-6
    FROM mean HAVING count(*) > 0
    UNION ALL
    SELECT 'P8', 'linear programs of a whole run are solved in seconds', 'seconds', printf('%.2f s', max(lp_time)), NULL,
           max(lp_time) < 60 FROM mean HAVING count(*) > 0)
SELECT id, claim, paper, measured, tolerance, CASE holds WHEN 1 THEN 'yes' WHEN 0 THEN 'no' END AS holds
FROM claim ORDER BY id
