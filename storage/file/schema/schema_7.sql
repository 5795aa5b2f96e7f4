-- Step from version 6 to version 7: the column `instance` of the views, which names a platform with a workload by their
-- keys: the same in every campaign. Those of results are made by results_view.cpp.

DROP VIEW failures;
DROP VIEW applications;
DROP VIEW relative_makespans;

-- Every failed attempt in words; `outcome` and `attempts` tell what became of the scenario.
CREATE VIEW failures AS
SELECT p.key || '-' || w.key || '-' || s.key AS scenario, p.key || '-' || w.key AS instance,
       s.label AS strategy, p.label AS platform, w.label AS workload,
       f.attempt, f.kind, f.signal, f.message, f.stderr_tail,
       r.outcome, r.attempt AS attempts
FROM failure f
JOIN result r USING (platform_id, workload_id, strategy_id)
JOIN platform p ON p.id = f.platform_id
JOIN workload w ON w.id = f.workload_id
JOIN strategy s ON s.id = f.strategy_id
WHERE NOT r.stale;

-- The applications of every completed batch.
CREATE VIEW applications AS
SELECT p.key || '-' || w.key || '-' || s.key AS scenario, p.key || '-' || w.key AS instance,
       s.label AS strategy, p.label AS platform, w.label AS workload,
       a.application, a.release_date, a.start, a.finish, a.finish - a.release_date AS makespan, a.dedicated_makespan,
       a.dedicated_makespan / (a.finish - a.release_date) AS slowdown,
       (a.finish - a.release_date) / a.dedicated_makespan AS stretch
FROM application_result a
JOIN result r USING (platform_id, workload_id, strategy_id)
JOIN platform p ON p.id = a.platform_id
JOIN workload w ON w.id = a.workload_id
JOIN strategy s ON s.id = a.strategy_id
WHERE NOT r.stale;

-- Every completed scenario against the best of those of its instance that are stored and completed.
CREATE VIEW relative_makespans AS
SELECT p.key || '-' || w.key || '-' || s.key AS scenario, p.key || '-' || w.key AS instance,
       s.label AS strategy, p.label AS platform, w.label AS workload,
       r.makespan, r.best_makespan, r.makespan / r.best_makespan AS relative_makespan
FROM (SELECT platform_id, workload_id, strategy_id, makespan,
             min(makespan) OVER (PARTITION BY platform_id, workload_id) AS best_makespan
      FROM result WHERE outcome = 'completed' AND NOT stale) r
JOIN platform p ON p.id = r.platform_id
JOIN workload w ON w.id = r.workload_id
JOIN strategy s ON s.id = r.strategy_id;
