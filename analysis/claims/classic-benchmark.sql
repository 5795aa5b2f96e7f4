-- What Coleman and Krishnamachari say of fifteen schedulers, measured on their data sets alone, without contention. Their
-- numbers come from a search for bad instances: where the data sets hold such an instance, it is shown; where they do not,
-- nothing is, and the interval reaches to what a search might find. `palio verify` says how many there are.
-- paper: Coleman, Krishnamachari, arXiv 2403.07120 (IPDPS 2025)
-- studies: classic-benchmark, classic-iot, classic-chameleon
-- place: abstract

-- Their fifteen, by Palio's names (GDL is DLS, CPoP is CPOP), on instances that all of them completed.
CREATE TEMP TABLE fair AS
SELECT platform_id, workload_id, strategy, makespan, predicted_makespan, makespan / best AS ratio
FROM (SELECT r.platform_id, r.workload_id, s.label AS strategy, r.makespan, r.predicted_makespan,
             min(r.makespan) OVER instance AS best, count(r.makespan) OVER instance AS completed
      FROM result r JOIN strategy s ON s.id = r.strategy_id JOIN platform p ON p.id = r.platform_id
      WHERE p.contention = 'off'
        AND s.label IN ('BIL', 'CPOP', 'DLS', 'Duplex', 'ETF', 'FCP', 'FLB', 'FastestNode', 'HEFT', 'MCT', 'MET', 'MaxMin',
                        'MinMin', 'OLB', 'WBA')
      WINDOW instance AS (PARTITION BY r.platform_id, r.workload_id))
WHERE completed = 15;

CREATE TEMP TABLE by_strategy AS
SELECT strategy, count(*) AS instances, avg(ratio) AS ratio, confidence(ratio, platform_id, workload_id) AS margin,
       max(ratio) AS worst
FROM fair GROUP BY strategy;

-- Ordered pairs of which the first one is ahead somewhere by more than rounding.
CREATE TEMP TABLE ahead AS
SELECT a.strategy AS one, b.strategy AS other, max(a.makespan < b.makespan * (1 - 1e-9)) AS somewhere
FROM fair a JOIN fair b USING (platform_id, workload_id) WHERE a.strategy <> b.strategy GROUP BY 1, 2;

CREATE TEMP TABLE against_fastest_node AS
SELECT x.strategy, x.makespan / f.makespan AS ratio, w.label AS workload
FROM fair x JOIN fair f USING (platform_id, workload_id) JOIN workload w ON w.id = x.workload_id
WHERE f.strategy = 'FastestNode';

-- claim: N0
-- place: the model
-- says: data travel as if each message were alone: scenarios whose simulated makespan is not the scheduler's own
-- paper: none
-- accept: 0 .. 0
-- needs: 30
SELECT count(*) FILTER (WHERE abs(makespan - predicted_makespan) > 1e-9 * makespan) AS measured, count(*) AS instances
FROM fair;

-- claim: N1
-- says: algorithms appear to perform similarly on the data sets: of 15, those with a mean makespan below twice the best
-- paper: most
-- accept: 8 .. 15
-- tolerance: more than half
-- needs: 15
SELECT sum(ratio < 2) AS measured, sum(ratio + margin < 2) AS low, sum(ratio - margin < 2) AS high,
       sum(ratio < 2) || ' of 15' AS shown, count(*) AS instances
FROM by_strategy;

-- claim: N2
-- place: web page of the paper, key findings
-- says: gaps in both directions: pairs of algorithms of which each one is ahead of the other one on some instance
-- paper: nearly every pair of 105
-- accept: 95 ..
-- tolerance: nine tenths
-- needs: 105
SELECT sum(both) AS measured, sum(both) AS low, 105 AS high, sum(both) || ' of 105' AS shown, count(*) AS instances
FROM (SELECT min(a.somewhere, b.somewhere) AS both
      FROM ahead a JOIN ahead b ON b.one = a.other AND b.other = a.one WHERE a.one < a.other);

-- claims: claim | times | paper               | accept
--   N3          | 2     | 15 of 15, by search | 15 ..
--   N4          | 5     | 10 of 15, by search | 10 ..
-- says: algorithms with an instance on which they take at least {times} times as long as another one
-- needs: 15
SELECT sum(worst >= {times}) AS measured, sum(worst >= {times}) AS low, 15 AS high, sum(worst >= {times}) || ' of 15' AS shown,
       count(*) AS instances
FROM by_strategy;

-- claim: N5
-- place: web page of the paper, key findings
-- says: HEFT against FastestNode, the worst instance
-- paper: 4.34, by search
-- accept: 4.34 ..
-- needs: 30
SELECT max(ratio) AS measured, max(ratio) AS low, max(1e3, max(ratio)) AS high, count(*) AS instances
FROM against_fastest_node WHERE strategy = 'HEFT';

-- claim: N6
-- study: classic-benchmark, classic-chameleon
-- place: web page of the paper, key findings
-- says: WBA against FastestNode on SRASearch, the worst instance
-- paper: about 1000, by search
-- accept: 500 ..
-- tolerance: half
-- needs: 30
SELECT max(ratio) AS measured, max(ratio) AS low, max(1e6, max(ratio)) AS high, count(*) AS instances
FROM against_fastest_node WHERE strategy = 'WBA' AND workload LIKE '%recipe=srasearch%';
