-- The parametric list scheduler of Coleman and Krishnamachari: which combinations are the schedulers they are named after,
-- and how many differ at all. Without contention, where makespans are those of the schedules.
-- paper: Coleman, Krishnamachari, arXiv 2403.07112
-- studies: classic-parametric

CREATE TEMP TABLE run AS
SELECT r.platform_id, r.workload_id, s.label, r.makespan
FROM result r JOIN strategy s ON s.id = r.strategy_id JOIN platform p ON p.id = r.platform_id
WHERE p.contention = 'off' AND r.makespan IS NOT NULL;
CREATE INDEX run_label ON run (label, platform_id, workload_id);

-- The makespans of a combination on all instances, as a text, without digits that rounding may change.
CREATE TEMP TABLE makespans AS
SELECT label, group_concat(makespan) AS makespans, count(*) AS instances
FROM (SELECT label, printf('%.10g', makespan) AS makespan FROM run WHERE label LIKE 'Parametric%'
      ORDER BY label, platform_id, workload_id)
GROUP BY label;

-- Which combination the public code takes for which scheduler.
CREATE TEMP VIEW corner(scheduler, combination) AS
VALUES ('HEFT', 'Parametric'), ('CPOP', 'Parametric:critical=on,priority=cpop'),
       ('MCT', 'Parametric:placing=append,priority=topological'),
       ('MET', 'Parametric:choice=quickest,placing=append,priority=topological'),
       ('Sufferage', 'Parametric:placing=append,priority=topological,sufferage=on');
CREATE TEMP TABLE same AS
SELECT c.scheduler, count(*) AS instances, sum(a.makespan <> b.makespan) AS differ
FROM corner c JOIN run a ON a.label = c.scheduler JOIN run b ON b.label = c.combination AND b.platform_id = a.platform_id AND b.workload_id = a.workload_id
GROUP BY c.scheduler;

-- claim: P1
-- place: abstract
-- says: unique algorithms among the combinations: no two have the same makespans on all instances
-- paper: 72
-- accept: 72 .. 72
-- needs: 72
SELECT count(DISTINCT makespans) AS measured, count(DISTINCT makespans) || ' of ' || count(*) AS shown, count(*) AS instances
FROM makespans WHERE instances = (SELECT max(instances) FROM makespans);

-- claims: claim | scheduler | words
--   P2a         | HEFT      | upward rank, earliest finish, insertion is HEFT
--   P2b         | CPOP      | CPoP's rank, earliest finish, insertion, reserved critical path is CPoP
--   P2c         | MCT       | topological order, earliest finish, appending is MCT
--   P2d         | MET       | topological order, quickest host, appending is MET
--   P2e         | Sufferage | MCT with the sufferage of two tasks is Sufferage
-- place: names in the public code
-- says: {words}: instances with another makespan
-- paper: none
-- accept: 0 .. 0
-- needs: 30
SELECT differ AS measured, instances FROM same WHERE scheduler = '{scheduler}';
