-- What Benoit, Marchal, Pineau, Robert and Vivien say, measured on campaigns of the study bag-of-tasks. Relative means: the
-- maximum stretch divided by the fluid optimum of the instance, which knows all releases. Only instances count that all 18
-- strategies of the study completed; other strategies change nothing. Platforms are drawn, and so are applications, once for
-- all loads. Intervals are about other draws of both.
-- paper: Benoit, Marchal, Pineau, Robert, Vivien, IPDPS 2008
-- studies: bag-of-tasks, bag-of-tasks-readings
-- place: section 4.4, simulation results
-- tolerance: none
-- needs: 30
CREATE TEMP TABLE contender AS
WITH named(strategy, online, kind) AS (
  VALUES ('FIFO-RR', 1, 'greedy'), ('FIFO-MCT', 1, 'greedy'), ('FIFO-DD', 1, 'greedy'), ('SPT-RR', 1, 'greedy'),
         ('SPT-MCT', 1, 'greedy'), ('SPT-DD', 1, 'greedy'), ('SRPT-RR', 1, 'greedy'), ('SRPT-MCT', 1, 'greedy'),
         ('SRPT-DD', 1, 'greedy'), ('SWRPT-RR', 1, 'greedy'), ('SWRPT-MCT', 1, 'greedy'), ('SWRPT-DD', 1, 'greedy'),
         ('MWMA-NBT', 1, 'MWMA'), ('MWMA-MS', 1, 'MWMA'), ('CBS3M-EDF', 1, 'CBS3M'), ('CBS3M-FIFO', 1, 'CBS3M'),
         ('CBS3M-EDF-OFFLINE', 0, 'CBS3M'), ('CBS3M-FIFO-OFFLINE', 0, 'CBS3M'))
SELECT * FROM named;

CREATE TEMP TABLE fair AS
WITH run AS (
  SELECT r.platform_id, r.workload_id, w.load, c.strategy, c.online, c.kind, r.relative_max_stretch AS relative,
         r.max_stretch, r.lp_time, count(*) OVER instance AS completed,
         min(r.max_stretch) FILTER (WHERE c.online) OVER instance AS best
  FROM measured r
  JOIN workload w ON w.id = r.workload_id
  JOIN strategy s ON s.id = r.strategy_id
  JOIN contender c ON c.strategy = s.label
  WHERE r.outcome = 'completed' AND r.relative_max_stretch IS NOT NULL
  WINDOW instance AS (PARTITION BY r.platform_id, r.workload_id))
SELECT * FROM run WHERE completed = (SELECT count(*) FROM contender);

-- Means and places of the campaign (r = 0) and of resamples of its draws, which tell how sure an order is.
CREATE TEMP TABLE ranked AS
SELECT strategy, kind, instances, resample.key AS r, resample.value AS relative,
       rank() OVER (PARTITION BY online, resample.key ORDER BY resample.value) AS place,
       row_number() OVER (PARTITION BY resample.key ORDER BY resample.value, strategy) AS place_of_all
FROM (SELECT strategy, online, kind, count(*) AS instances, resampled_means(relative, platform_id, workload_id) AS means
      FROM fair GROUP BY strategy), json_each(means) AS resample;

CREATE TEMP VIEW edf AS SELECT * FROM fair WHERE strategy = 'CBS3M-EDF';

-- What CBS3M-EDF is above the best of the other online strategies, paired over the instances of a load.
CREATE TEMP TABLE edf_by_load AS
WITH other AS (
  SELECT load, strategy, row_number() OVER (PARTITION BY load ORDER BY avg(relative), strategy) AS place
  FROM fair WHERE online AND strategy <> 'CBS3M-EDF' GROUP BY load, strategy)
SELECT e.load, count(*) AS instances, avg(e.relative - f.relative) AS gap,
       confidence(e.relative - f.relative, e.platform_id, e.workload_id) AS margin
FROM edf e JOIN fair f USING (platform_id, workload_id) JOIN other o ON o.load = e.load AND o.strategy = f.strategy
WHERE o.place = 1 GROUP BY e.load;

-- The share of the instances that CBS3M-EDF solves optimally, in three readings. Where it is none or all, draws show no
-- variance: then Wilson's interval of so many values as there are draws of platforms or of applications, the fewer ones.
CREATE TEMP TABLE optimal AS
WITH
  solved AS (
    SELECT 'within 1 %' AS reading, platform_id, workload_id, relative <= 1.01 AS hit FROM edf
    UNION ALL SELECT 'within 5 %', platform_id, workload_id, relative <= 1.05 FROM edf
    UNION ALL SELECT 'best online', platform_id, workload_id, max_stretch <= best * (1 + 1e-6) FROM edf),
  share AS (
    SELECT reading, count(*) AS instances, avg(hit) AS share, confidence(hit, platform_id, workload_id) AS margin,
           platform_draws(platform_id) AS platforms, workload_draws(workload_id) AS workloads
    FROM solved GROUP BY reading),
  counted AS (
    SELECT *, iif(margin IS NULL, NULL, iif(min(platforms, workloads) < 2, max(platforms, workloads), min(platforms, workloads)))
                AS draws
    FROM share)
SELECT reading, instances, share, iif(share IN (0, 1), share_low(share * draws, draws), max(0, share - margin)) AS low,
       iif(share IN (0, 1), share_high(share * draws, draws), min(1, share + margin)) AS high
FROM counted;

-- claim: P1a
-- says: CBS3M-EDF: mean relative maximum stretch
-- paper: 1.16
-- accept: 1.11 .. 1.21
-- tolerance: 0.05
SELECT avg(relative) AS measured, max(min(1, avg(relative)), avg(relative) - confidence(relative, platform_id, workload_id)) AS low,
       avg(relative) + confidence(relative, platform_id, workload_id) AS high, count(*) AS instances
FROM edf;

-- claim: P1b
-- says: CBS3M-EDF: worst relative maximum stretch
-- paper: 1.93
-- accept: 1.63 .. 2.23
-- tolerance: 0.3
SELECT max(relative) AS measured, count(*) AS instances FROM edf;

-- claims: claim | reading     | words
--   P2a         | within 1 %  | within 1 % of the fluid optimum
--   P2b         | within 5 %  | within 5 % of the fluid optimum
--   P2c         | best online | the best of the 16 online strategies
-- says: CBS3M-EDF: instances solved optimally, read as {words}
-- paper: 65.2 %
-- accept: 55.2 .. 75.2
-- tolerance: 10 points
-- unit: %
SELECT 100 * share AS measured, 100 * low AS low, 100 * high AS high, instances FROM optimal WHERE reading = '{reading}';

-- pattern: order
-- What the means or ranks tell, `told`, and the words for it, in the campaign and in the resamples of its draws.
SELECT max(told) FILTER (WHERE r = 0) AS measured, resampled_low(told, r) AS low, resampled_high(told, r) AS high,
       coalesce(max(instances), 0) AS instances,
       max(words) FILTER (WHERE r = 0) ||
         CASE WHEN resampled_share(told, r) < 0.995 THEN printf(', %.0f %% sure', 100 * resampled_share(told, r)) ELSE '' END AS shown
FROM ({query});

-- claim: P3a
-- like: order
-- place: section 4.4, experimental results and figure 3
-- says: place of CBS3M-EDF among the online strategies
-- paper: 1
-- accept: 1 .. 1
SELECT r, place AS told, 'place ' || place AS words, instances FROM ranked WHERE strategy = 'CBS3M-EDF';

-- claim: P3b
-- like: order
-- place: section 4.4, MPI experiments, here simulated
-- says: MWMA-NBT lies between CBS3M-EDF and the best greedy strategy: sides on which it does, and the means of CBS3M-EDF,
--   MWMA-NBT, the greedy one; figure 2 puts a greedy one before MWMA-MS
-- paper: both
-- accept: 2 .. 2
SELECT r, (edf < mwma) + (mwma < greedy) AS told, instances, printf('%.3f, %.3f, %.3f', edf, mwma, greedy) AS words
FROM (SELECT r, max(relative) FILTER (WHERE strategy = 'CBS3M-EDF') AS edf,
             max(relative) FILTER (WHERE strategy = 'MWMA-NBT') AS mwma,
             min(relative) FILTER (WHERE kind = 'greedy') AS greedy, max(instances) AS instances
      FROM ranked GROUP BY r);

-- claim: P4
-- like: order
-- place: section 4.4, figure 2: MPI experiments, here simulated
-- says: the best four are CBS3M-EDF offline and online, MWMA-NBT and an SWRPT
-- paper: these four
-- accept: 4 .. 4
SELECT r, sum(strategy IN ('CBS3M-EDF', 'CBS3M-EDF-OFFLINE', 'MWMA-NBT')) + max(strategy LIKE 'SWRPT-%') AS told,
       max(instances) AS instances, group_concat(strategy, ', ') AS words
FROM (SELECT * FROM ranked WHERE place_of_all <= 4 ORDER BY r, place_of_all) GROUP BY r;

-- claim: P5
-- place: section 4.4, MPI experiments, here simulated
-- says: the offline CBS3M-EDF is not always better: instances where it is worse than the online one
-- paper: some
-- accept: 1 ..
-- tolerance: at least one
SELECT sum(f.relative > o.relative) AS measured, count(*) AS instances,
       printf('%.1f %%', 100 * avg(f.relative > o.relative)) AS shown
FROM edf o JOIN fair f USING (platform_id, workload_id) WHERE f.strategy = 'CBS3M-EDF-OFFLINE';

-- claim: P6
-- place: section 4.4, figure 3
-- says: CBS3M-EDF is the best online strategy at each of ten loads: its mean relative maximum stretch less that of the best
--   other one, at the load where that is most; n is that of a load
-- paper: best (our reading of the figure)
-- accept: < 0
-- needs: 10
SELECT CASE WHEN count(*) >= 10 OR max(gap - margin) >= 0 THEN max(gap) END AS measured, max(gap - margin) AS low,
       max(gap + margin) AS high, coalesce(min(instances), 0) AS instances
FROM edf_by_load WHERE margin IS NOT NULL;

-- claim: P7
-- place: section 3.1, theorem 1
-- says: no strategy is below the fluid optimum: least relative maximum stretch
-- paper: at least 1
-- accept: 0.999998 ..
-- tolerance: 2e-6
-- needs: 1
SELECT min(relative) AS measured, count(DISTINCT platform_id || ' ' || workload_id) AS instances,
       printf('%.6f', min(relative)) AS shown
FROM fair;

-- claim: P8
-- place: abstract and section 1
-- says: the linear programs of a whole run take seconds: the most, in seconds of CPU
-- paper: seconds
-- accept: .. 60
-- tolerance: a minute
-- unit: s
-- needs: 1
SELECT max(lp_time) AS measured, count(DISTINCT platform_id || ' ' || workload_id) AS instances FROM fair;
