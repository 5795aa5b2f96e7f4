-- Each realization of one instance: that in which a realization exceeds what was planned by the largest factor.
-- metric: any
-- needs: realizations.r

-- figure: realizations
-- chart: strip
-- title: Each realization of the worst surprise
-- says: The makespan of each realization, and as planned, of the instance in which a realization exceeds the plan by the
--   largest factor: the first 200 realizations, and the strategies of the ten shortest means. The table names the scenarios
--   for palio replay F SCENARIO --realization r --gantt FILE.
-- x:
-- y: makespan (s)
WITH surprise AS (
    SELECT instance FROM results WHERE worst_makespan > 0 AND makespan > 0
    ORDER BY worst_makespan / makespan DESC, instance LIMIT 1),
  shown AS (
    SELECT scenario, makespan AS planned, mean_makespan FROM results WHERE instance IN surprise AND mean_makespan IS NOT NULL
    ORDER BY mean_makespan, scenario LIMIT 10)
SELECT strategy AS x, r.makespan AS y, iif(r = 0, planned, NULL) AS planned, r, scenario
FROM shown JOIN realizations r USING (scenario) WHERE r < 200 ORDER BY mean_makespan, scenario, r;
