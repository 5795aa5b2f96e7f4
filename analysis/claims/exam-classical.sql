-- Schedules that papers give to the second. The files hold the tasks in the order of the list.
-- paper: Graham, SIAM J. Appl. Math. 17(2) 1969; Hu, Oper. Res. 9(6) 1961; Coffman, Graham, Acta Informatica 1, 1972
-- studies: exam-classical

-- pattern: makespan
SELECT r.makespan AS measured, 1 AS instances
FROM measured r JOIN strategy s ON s.id = r.strategy_id JOIN workload w ON w.id = r.workload_id
WHERE s.label = 'JIT:choice=idle,priority={priority}' AND w.path = 'classical/{graph}.json';

-- claims: claim | priority | graph            | paper | accept   | says
--   G1            | number   | graham-3         | 12    | 12 .. 12 | Graham's graph on three processors, list T1 to T9
--   G2            | number   | graham-list-3    | 14    | 14 .. 14 | the same with another list
--   G3            | number   | graham-4         | 15    | 15 .. 15 | the same on four processors
--   G4            | number   | graham-shorter-3 | 13    | 13 .. 13 | the same with all times less 1
--   G5            | number   | graham-fewer-3   | 16    | 16 .. 16 | the same without T4 before T5 and T6
--   L2            | number   | list-2           | 3     | 3 .. 3   | a list at 2 - 1/m times the optimum: 2m - 1 with m = 2
--   L3            | number   | list-3           | 5     | 5 .. 5   | the same, m = 3
--   L4            | number   | list-4           | 7     | 7 .. 7   | the same, m = 4
--   L8            | number   | list-8           | 15    | 15 .. 15 | the same, m = 8
--   LPT2          | longest  | lpt-2            | 7     | 7 .. 7   | LPT at 4/3 - 1/(3m) times the optimum: 4m - 1 with m = 2
--   LPT3          | longest  | lpt-3            | 11    | 11 .. 11 | the same, m = 3
--   LPT4          | longest  | lpt-4            | 15    | 15 .. 15 | the same, m = 4
--   LPT8          | longest  | lpt-8            | 31    | 31 .. 31 | the same, m = 8
-- like: makespan
-- place: the examples of anomalies and of bounds
-- unit: s

-- claims: claim       | strategy                                | graphs                            | least | says
--   Hu                  | JIT:choice=idle                         | w.path LIKE 'classical/in-tree-%' | 8     | Hu's rule, in-trees of unit tasks: largest makespan / optimum
--   CG                  | JIT:choice=idle,priority=coffman-graham | w.machines = 2                    | 100   | Coffman and Graham, unit tasks on two processors: the same
--   Known               | Assignment                              | w.path LIKE 'classical/l%'        | 8     | the schedules in the files: the same
--   Constructed         | Assignment                              | w.machines = 2                    | 100   | those that graphs were cut from: the same
-- place: the theorem of the rule
-- paper: 1
-- accept: 0.999999999 .. 1.000000001
-- tolerance: rounding
-- needs: {least}
SELECT max(r.gap) AS measured, count(*) AS instances
FROM measured r JOIN strategy s ON s.id = r.strategy_id JOIN workload w ON w.id = r.workload_id
WHERE s.label = '{strategy}' AND {graphs};
