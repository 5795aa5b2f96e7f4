-- What constructed optima are good for: none is wrong, and some rules reach them.
-- paper: RGPOS of Kwok, Ahmad, JPDC 59(3) 1999, section 5.3, generalised
-- studies: exam-constructed, exam-small

-- claim: E1
-- place: section 5.3
-- says: no strategy is below an optimum by more than rounding: least makespan / optimum
-- paper: at least 1
-- accept: 0.999999999 ..
SELECT min(gap) AS measured, count(*) AS instances FROM measured WHERE gap IS NOT NULL;

-- claim: E2
-- place: section 5.3
-- study: exam-constructed
-- says: the schedules that the graphs were cut from, carried out: largest makespan / optimum
-- paper: 1
-- accept: 0.999999999 .. 1.000000001
SELECT max(r.gap) AS measured, count(*) AS instances
FROM measured r JOIN strategy s ON s.id = r.strategy_id WHERE s.label = 'Assignment';

-- claim: E3
-- place: section 5.3
-- study: exam-small
-- says: Exact against its own optimum: largest makespan / optimum
-- paper: 1
-- accept: 0.999999999 .. 1.000000001
SELECT max(r.gap) AS measured, count(*) AS instances
FROM measured r JOIN strategy s ON s.id = r.strategy_id WHERE s.label = 'Exact';
