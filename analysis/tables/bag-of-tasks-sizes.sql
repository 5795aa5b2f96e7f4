-- What the claims of Benoit, Marchal, Pineau, Robert, Vivien (IPDPS 2008) become with smaller tasks: a row for each most
-- number of tasks of an application in a campaign of the study bag-of-tasks-sizes. Relative: maximum stretch divided by
-- the offline optimum of the instance. Only instances that all strategies completed; the 16 online strategies are those
-- with their default plan. `P3`, `P4` and `P6` are 1 where the order that the paper claims holds.
WITH
  run AS (
    SELECT r.platform_id, r.workload_id, w.max_tasks, w.load, s.label AS strategy, r.relative_max_stretch AS relative,
           r.task_count, s.name = s.label AND s.label NOT LIKE '%OFFLINE' AS online,
           count(*) OVER (PARTITION BY r.platform_id, r.workload_id) AS completed
    FROM measured r JOIN workload w ON w.id = r.workload_id JOIN strategy s ON s.id = r.strategy_id
    WHERE r.outcome = 'completed'),
  fair AS (
    SELECT *, min(relative) FILTER (WHERE online) OVER (PARTITION BY platform_id, workload_id) AS best
    FROM run WHERE completed = (SELECT count(*) FROM strategy)),
  mean AS (
    SELECT max_tasks, strategy, online, avg(relative) AS relative, avg(task_count) AS tasks, max(relative) AS worst,
           avg(relative <= 1.01) AS within_1, avg(relative <= 1.05) AS within_5, avg(relative <= best * (1 + 1e-6)) AS best,
           count(*) AS instances, rank() OVER (PARTITION BY max_tasks, online ORDER BY avg(relative)) AS place,
           strategy LIKE 'MWMA%' AS is_mwma, strategy NOT LIKE 'CBS3M%' AND strategy NOT LIKE 'MWMA%' AS is_greedy
    FROM fair GROUP BY max_tasks, strategy),
  ranked AS (
    SELECT max_tasks, strategy, rank() OVER (PARTITION BY max_tasks ORDER BY relative) AS place
    FROM mean WHERE strategy NOT LIKE '%plan=%'),
  four AS (
    SELECT max_tasks, group_concat(strategy, ', ') AS four,
           sum(strategy IN ('CBS3M-EDF', 'CBS3M-EDF-OFFLINE', 'MWMA-NBT')) = 3 AND sum(strategy LIKE 'SWRPT%') = 1 AS holds
    FROM (SELECT * FROM ranked WHERE place <= 4 ORDER BY max_tasks, place) GROUP BY max_tasks),
  pair AS (
    SELECT o.max_tasks, avg(f.relative > o.relative) AS worse
    FROM fair o JOIN fair f USING (platform_id, workload_id)
    WHERE o.strategy = 'CBS3M-EDF' AND f.strategy = 'CBS3M-EDF-OFFLINE' GROUP BY o.max_tasks),
  by_load AS (
    SELECT max_tasks, strategy, rank() OVER (PARTITION BY max_tasks, load ORDER BY avg(relative)) AS place
    FROM fair WHERE online GROUP BY max_tasks, load, strategy),
  loads AS (SELECT max_tasks, max(place) = 1 AS holds FROM by_load WHERE strategy = 'CBS3M-EDF' GROUP BY max_tasks),
  others AS (
    SELECT max_tasks, min(relative) FILTER (WHERE is_mwma) AS mwma, max(relative) FILTER (WHERE is_mwma) AS worst_mwma,
           min(relative) FILTER (WHERE is_greedy) AS greedy,
           min(relative) FILTER (WHERE strategy = 'CBS3M-EDF:plan=least-buffered') AS edf_held_back,
           min(relative) FILTER (WHERE strategy = 'CBS3M-FIFO') AS fifo,
           min(relative) FILTER (WHERE strategy = 'CBS3M-FIFO:plan=least-buffered') AS fifo_held_back
    FROM mean GROUP BY max_tasks)
SELECT e.max_tasks, e.instances, round(e.tasks) AS mean_tasks, round(e.relative, 3) AS P1_mean, round(e.worst, 2) AS P1_worst,
       round(100 * e.within_1, 1) AS P2_within_1, round(100 * e.within_5, 1) AS P2_within_5, round(100 * e.best, 1) AS P2_best,
       e.relative < o.mwma AND o.worst_mwma < o.greedy AS P3, round(o.mwma, 3) AS best_mwma, round(o.greedy, 3) AS best_greedy,
       f.holds AS P4, round(100 * p.worse, 1) AS P5_offline_worse, l.holds AS P6, e.place AS EDF_place,
       round(o.edf_held_back, 3) AS EDF_least_buffered, round(o.fifo, 3) AS FIFO,
       round(o.fifo_held_back, 3) AS FIFO_least_buffered, f.four AS best_four
FROM mean e JOIN others o USING (max_tasks) JOIN four f USING (max_tasks) JOIN pair p USING (max_tasks)
JOIN loads l USING (max_tasks)
WHERE e.strategy = 'CBS3M-EDF' ORDER BY e.max_tasks
