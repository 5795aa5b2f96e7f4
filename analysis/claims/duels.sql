-- What Coleman and Krishnamachari found by searching for bad instances, measured in the campaign of `palio duel`. That there is
-- such an instance is proven by the one that is stored, with both makespans: so far an interval begins at what was found, and
-- it reaches to what a longer search might find. What a search ends with is a draw of its own, and its interval one for other
-- searches.
-- paper: Coleman, Krishnamachari, arXiv 2403.07120 (IPDPS 2025)
-- studies: duel
-- place: abstract

-- The worst of each restart, simulated.
CREATE TEMP TABLE found AS
SELECT w.target, w.base, w.restart, max(t.makespan / b.makespan) AS ratio
FROM workload w JOIN result t ON t.workload_id = w.id JOIN result b ON b.workload_id = w.id AND b.platform_id = t.platform_id
WHERE t.strategy_id = (SELECT id FROM strategy WHERE label = w.target)
  AND b.strategy_id = (SELECT id FROM strategy WHERE label = w.base)
GROUP BY w.target, w.base, w.restart;

-- Their fifteen, by Palio's names (GDL is DLS, CPoP is CPOP).
CREATE TEMP VIEW fifteen(strategy) AS
VALUES ('BIL'), ('CPOP'), ('DLS'), ('Duplex'), ('ETF'), ('FCP'), ('FLB'), ('FastestNode'), ('HEFT'), ('MCT'), ('MET'), ('MaxMin'),
       ('MinMin'), ('OLB'), ('WBA');

-- The worst instance of each scheduler: of the fifteen among each other, and of all, where all pairs were searched.
CREATE TEMP TABLE theirs AS
SELECT target, max(ratio) AS ratio FROM found WHERE target IN fifteen AND base IN fifteen
GROUP BY target HAVING count(DISTINCT base) = 14;
CREATE TEMP TABLE ours AS
SELECT target, max(ratio) AS ratio FROM found
WHERE (SELECT count(*) FROM (SELECT DISTINCT target, base FROM found))
      = (SELECT count(DISTINCT target) * (count(DISTINCT target) - 1) FROM found)
GROUP BY target;

-- What ten restarts ended with, each as long as the paper's.
CREATE TEMP TABLE search AS
SELECT restart / 10 AS number, max(ratio) AS ratio FROM found
WHERE target = 'HEFT' AND base = 'FastestNode' AND (SELECT source LIKE '%: 459 evaluations, %' FROM campaign)
GROUP BY number HAVING count(*) = 10;

-- claims: claim | times | paper    | accept
--   W1          | 2     | 15 of 15 | 15 ..
--   W2          | 5     | 10 of 15 | 10 ..
-- says: of their 15 algorithms, those with an instance on which they take at least {times} times as long as another one
-- needs: 15
SELECT sum(ratio >= {times}) AS measured, sum(ratio >= {times}) AS low, 15 AS high, sum(ratio >= {times}) || ' of 15' AS shown,
       count(*) AS instances
FROM theirs;

-- claims: claim | times | paper        | accept  | tolerance
--   W3          | 2     | all          | 100 ..  |
--   W4          | 5     | two of three | 66.6 .. | 10 of 15
-- says: the same of all algorithms that were searched: at least {times} times as long as another one
-- needs: 15
SELECT 100.0 * sum(ratio >= {times}) / count(*) AS measured, 100.0 * sum(ratio >= {times}) / count(*) AS low, 100 AS high,
       sum(ratio >= {times}) || ' of ' || count(*) AS shown, count(*) AS instances
FROM ours;

-- claim: W5
-- place: web page of the paper, key findings
-- says: HEFT against FastestNode, the worst instance
-- paper: 4.34
-- accept: 4.34 ..
SELECT max(ratio) AS measured, max(ratio) AS low, max(1e3, max(ratio)) AS high, round(max(ratio), 2) || '' AS shown,
       count(*) AS instances
FROM found WHERE target = 'HEFT' AND base = 'FastestNode';

-- claim: W6
-- place: web page of the paper, key findings
-- says: HEFT against FastestNode, searches as long as the paper's (ten restarts of 459 evaluations): of them, those that end
--   at or below its 4.34
-- paper: one search that ended there
-- accept: 2.5 .. 97.5
-- tolerance: among the middle 95 %
-- unit: %
-- needs: 20
SELECT 100.0 * sum(ratio <= 4.34) / count(*) AS measured, 100 * share_low(sum(ratio <= 4.34), count(*)) AS low,
       100 * share_high(sum(ratio <= 4.34), count(*)) AS high,
       sum(ratio <= 4.34) || ' of ' || count(*) || ', median ' || round(median(ratio), 1) AS shown, count(*) AS instances
FROM search;
