-- Figure 3 of Benoit et al. and the numbers of its section as charts. Relative: maximum stretch divided by the offline
-- optimum of the instance. Only instances that all 18 strategies of the study completed.
-- paper: Benoit, Marchal, Pineau, Robert, Vivien, IPDPS 2008
-- studies: bag-of-tasks

CREATE TEMP VIEW contender(strategy, online) AS
VALUES ('FIFO-RR', 1), ('FIFO-MCT', 1), ('FIFO-DD', 1), ('SPT-RR', 1), ('SPT-MCT', 1), ('SPT-DD', 1), ('SRPT-RR', 1),
       ('SRPT-MCT', 1), ('SRPT-DD', 1), ('SWRPT-RR', 1), ('SWRPT-MCT', 1), ('SWRPT-DD', 1), ('MWMA-NBT', 1),
       ('MWMA-MS', 1), ('CBS3M-EDF', 1), ('CBS3M-FIFO', 1), ('CBS3M-EDF-OFFLINE', 0), ('CBS3M-FIFO-OFFLINE', 0);

CREATE TEMP TABLE run AS
SELECT * FROM (
  SELECT r.platform_id, r.workload_id, w.load, s.label AS strategy, c.online, r.relative_max_stretch AS relative, r.max_stretch,
         min(CASE WHEN c.online THEN r.max_stretch END) OVER instance AS best, count(*) OVER instance AS completed
  FROM measured r JOIN workload w ON w.id = r.workload_id JOIN strategy s ON s.id = r.strategy_id
  JOIN contender c ON c.strategy = s.label
  WHERE r.outcome = 'completed' AND r.relative_max_stretch IS NOT NULL
  WINDOW instance AS (PARTITION BY r.platform_id, r.workload_id))
WHERE completed = 18;

-- figure: fig3
-- place: Figure 3
-- chart: line
-- title: Maximum stretch of the best strategies by load
-- says: Mean relative maximum stretch of the best four families, CBS3M online and offline, MWMA and SWRPT, with 95 %
--   intervals.
-- x: load (sum of the dedicated makespans / span of the releases), log
-- y: mean of maximum stretch / offline optimum
SELECT load AS x, avg(relative) AS y, max(min(1, avg(relative)), avg(relative) - confidence(relative, platform_id, workload_id)) AS low,
       avg(relative) + confidence(relative, platform_id, workload_id) AS high, strategy AS series, count(*) AS instances
FROM run WHERE strategy IN ('CBS3M-EDF', 'CBS3M-EDF-OFFLINE', 'MWMA-NBT', 'MWMA-MS', 'SWRPT-MCT', 'SWRPT-DD')
GROUP BY series, x ORDER BY series, x;

-- figure: mean-stretch
-- place: Section "Simulation results"
-- chart: bar
-- title: Mean relative maximum stretch
-- says: Mean of the maximum stretch divided by the offline optimum, with 95 % intervals.
-- x:
-- y: mean of maximum stretch / offline optimum, log
SELECT strategy AS x, avg(relative) AS y, max(min(1, avg(relative)), avg(relative) - confidence(relative, platform_id, workload_id)) AS low,
       avg(relative) + confidence(relative, platform_id, workload_id) AS high, CASE strategy WHEN 'CBS3M-EDF' THEN 1.16 END AS paper,
       max(relative) AS worst, CASE strategy WHEN 'CBS3M-EDF' THEN 1.93 END AS paper_worst, count(*) AS instances
FROM run GROUP BY strategy ORDER BY y;

-- figure: optimal
-- place: Section "Simulation results"
-- chart: bar
-- title: How often the maximum stretch is optimal, in three readings
-- says: Share of the instances within 1 % and 5 % of the fluid optimum, and on which a strategy is the best of the 16
--   online ones, with 95 % intervals. At 0 and 100 % they say what share so few draws may have missed (Wilson). The
--   paper has one value, for CBS3M-EDF.
-- x:
-- y: share of the instances (%)
WITH reading(series, place) AS (VALUES ('within 1 %', 1), ('within 5 %', 2), ('best of 16', 3)),
  hit AS (
    SELECT platform_id, workload_id, strategy, series, place,
           CASE place WHEN 1 THEN relative <= 1.01 WHEN 2 THEN relative <= 1.05 ELSE max_stretch <= best * (1 + 1e-6) END AS hit
    FROM run, reading WHERE online),
  share AS (
    SELECT strategy, series, place, count(*) AS instances, sum(hit) AS hits, avg(hit) AS share,
           confidence(hit, platform_id, workload_id) AS margin, platform_draws(platform_id) AS platforms,
           workload_draws(workload_id) AS workloads
    FROM hit GROUP BY strategy, series, place),
  -- Shares of none and all do not vary between the draws: then Wilson's interval, as the claims have it.
  counted AS (
    SELECT *, iif(margin IS NULL, NULL, iif(min(platforms, workloads) < 2, max(platforms, workloads), min(platforms, workloads)))
                AS draws
    FROM share)
SELECT strategy AS x, 100 * share AS y,
       100 * iif(share IN (0, 1), share_low(share * draws, draws), max(0, share - margin)) AS low,
       100 * iif(share IN (0, 1), share_high(share * draws, draws), min(1, share + margin)) AS high,
       series, CASE strategy WHEN 'CBS3M-EDF' THEN 65.2 END AS paper, instances
FROM counted ORDER BY sum(hits) OVER (PARTITION BY strategy) DESC, strategy, place;
