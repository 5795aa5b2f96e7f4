-- What is said of schedules when durations are uncertain, measured over the schedules of each instance: those of eighteen
-- heuristics and ten random ones. Correlations are Pearson's over the schedules of an instance, then a mean over the
-- instances. The papers' instances are not public; these are random graphs on unrelated machines.
-- paper: Canon, Jeannot, TPDS 21(4) 2010
-- studies: classic-uncertain
-- place: abstract, conclusion

-- Plans that are never changed, where tasks deviate. The lateness is the papers': of executions longer than the mean, the
-- mean of how much longer they are.
CREATE TEMP TABLE plan AS
SELECT r.platform_id AS p, r.workload_id AS w, s.label, s.label LIKE 'WBA:%' AS is_random, pl.contention, r.makespan,
       r.mean_makespan AS mean, r.deviation_makespan AS deviation, r.p95_makespan AS p95,
       r.lateness, r.slack
FROM measured r JOIN strategy s ON s.id = r.strategy_id JOIN platform pl ON pl.id = r.platform_id
WHERE s.label NOT LIKE '%replan=%' AND s.label NOT LIKE '%knowledge=%' AND s.label NOT LIKE 'JIT%' AND r.deviation_makespan > 0;

-- Pearson's correlation of each measure with the deviation of the makespan, by instance.
CREATE TEMP TABLE correlation AS
SELECT p, w, measure, (avg(x * y) - avg(x) * avg(y)) / nullif(sqrt((avg(x * x) - avg(x) * avg(x)) * (avg(y * y) - avg(y) * avg(y))), 0) AS value
FROM (SELECT p, w, 'lateness' AS measure, lateness AS x, deviation AS y FROM plan WHERE contention = 'off'
      UNION ALL SELECT p, w, 'p95', p95 - mean, deviation FROM plan WHERE contention = 'off'
      UNION ALL SELECT p, w, 'slack', slack, deviation FROM plan WHERE contention = 'off'
      UNION ALL SELECT p, w, 'makespan', makespan, deviation FROM plan WHERE contention = 'off')
GROUP BY p, w, measure;

-- Ranks of the heuristics by mean makespan and by its deviation, over all instances.
CREATE TEMP TABLE heuristic AS
SELECT label, rank() OVER (ORDER BY makespan) AS by_makespan, rank() OVER (ORDER BY deviation) AS by_deviation, instances
FROM (SELECT label, avg(mean / best_mean) AS makespan, avg(deviation / best_deviation) AS deviation, count(*) AS instances
      FROM (SELECT *, min(mean) OVER instance AS best_mean, min(deviation) OVER instance AS best_deviation
            FROM plan WHERE NOT is_random WINDOW instance AS (PARTITION BY p, w))
      GROUP BY label);

-- HEFT with a policy against HEFT's plan that is never changed, on the same realizations. Without contention: data that a
-- later decision sends elsewhere have none anyway.
CREATE TEMP TABLE policy AS
SELECT a.platform_id AS p, a.workload_id AS w, s.label, a.mean_makespan AS mean, n.mean_makespan AS never
FROM measured a JOIN strategy s ON s.id = a.strategy_id JOIN workload wl ON wl.id = a.workload_id
JOIN platform pl ON pl.id = a.platform_id AND pl.contention = 'off'
JOIN strategy plain ON plain.label = 'HEFT'
JOIN measured n ON n.strategy_id = plain.id AND n.platform_id = a.platform_id AND n.workload_id = a.workload_id
WHERE s.label LIKE 'HEFT:%' AND wl.uncertainty = 'gamma' AND wl.deviation >= 0.3;

-- claims: claim | measure  | paper             | accept  | says
--   R1          | lateness | strongly related  | 0.8 ..  | correlation of the lateness with the standard deviation of the makespan
--   R2          | p95      | strongly related  | 0.8 ..  | correlation of the 95 % quantile above the mean with the standard deviation of the makespan
--   R3          | slack    | no good measure   | .. 0.5  | correlation of the mean slack with the standard deviation of the makespan, without its sign
-- tolerance: strong from 0.8 on, weak up to 0.5
-- needs: 30
SELECT avg(iif('{measure}' = 'slack', abs(value), value)) AS measured,
       avg(iif('{measure}' = 'slack', abs(value), value)) - confidence(iif('{measure}' = 'slack', abs(value), value), p, w) AS low,
       avg(iif('{measure}' = 'slack', abs(value), value)) + confidence(iif('{measure}' = 'slack', abs(value), value), p, w) AS high,
       count(*) AS instances
FROM correlation WHERE measure = '{measure}' AND value IS NOT NULL;

-- claim: R4
-- paper: positive (Canon, Jeannot, Sakellariou, Zheng, CoreGRID 2008)
-- says: short schedules tend to be robust: correlation of the makespan with its standard deviation over the schedules of an
--   instance
-- accept: > 0
-- needs: 30
SELECT avg(value) AS measured, avg(value) - confidence(value, p, w) AS low, avg(value) + confidence(value, p, w) AS high,
       count(*) AS instances
FROM correlation WHERE measure = 'makespan' AND value IS NOT NULL;

-- claims: claim | name  | order        | says
--   R5          | HEFT  | by_makespan  | place of HEFT by the mean makespan, of eighteen
--   R6          | HEFT  | by_deviation | place of HEFT by its standard deviation, of eighteen
--   R7          | HBMCT | by_makespan  | place of HBMCT by the mean makespan, of eighteen
--   R8          | HBMCT | by_deviation | place of HBMCT by its standard deviation, of eighteen
-- paper: among the best (Canon, Jeannot, Sakellariou, Zheng, CoreGRID 2008)
-- accept: .. 5
-- tolerance: the first five
-- needs: 30
SELECT {order} AS measured, instances FROM heuristic WHERE label = '{name}';

-- claims: claim | way        | says
--   R9          | completion | planned again at each completion, mean makespan against the same plan never changed
--   R10         | late       | planned again when a task ends half its estimated time late or early, mean makespan against the same plan never changed
-- place: the program
-- paper: no value, but the purpose of such policies (ANRGUSC/saga, July 2026)
-- accept: < 1
-- needs: 30
SELECT avg(mean / never) AS measured, avg(mean / never) - confidence(mean / never, p, w) AS low,
       avg(mean / never) + confidence(mean / never, p, w) AS high, count(*) AS instances
FROM policy WHERE label LIKE '%replan={way}%';
