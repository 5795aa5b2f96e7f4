-- Moldable tasks that become known when they are ready: makespans over a lower bound of the instance, the longest path or
-- the area of all tasks over the processors. A mean is over all scenarios of a law and an allocation: as in the paper, the
-- default counts once for each of the five parameters whose values include it.
-- paper: Perotin, Sun et al., Near-Optimal Universal Scheduling for Moldable Tasks: The Fair Algorithm, preprint
--   rs-8251720, 2025
-- studies: moldable-online
-- needs: 30

-- A draw is the graph, which all laws share.
CREATE TEMP TABLE held AS
SELECT r.platform_id AS p, w.law, s.name AS strategy, s.canonical AS variant, r.makespan / r.lower_bound AS ratio,
       min(w.id) OVER (PARTITION BY w.tasks, w.fat, w.density, w.regular, w.jump, w.sample) AS draw
FROM measured r JOIN workload w ON w.id = r.workload_id JOIN strategy s ON s.id = r.strategy_id
WHERE r.outcome = 'completed' AND w.family = 'daggen' AND s.name IN ('ICPP22', 'TOPC24', 'Fair', 'minTime', 'minArea');
CREATE INDEX held_place ON held (law, strategy);

-- claims: claim | law           | strategy | paper | accept
--   M1          | roofline      | ICPP22   | 1.28  | 1.15 .. 1.41
--   M2          | roofline      | TOPC24   | 1.28  | 1.15 .. 1.41
--   M3          | roofline      | Fair     | 1.28  | 1.15 .. 1.41
--   M4          | roofline      | minTime  | 1.52  | 1.37 .. 1.67
--   M5          | roofline      | minArea  | 11.28 | 10.15 .. 12.41
--   M6          | communication | ICPP22   | 1.75  | 1.57 .. 1.93
--   M7          | communication | TOPC24   | 1.38  | 1.24 .. 1.52
--   M8          | communication | Fair     | 1.38  | 1.24 .. 1.52
--   M9          | communication | minTime  | 2.97  | 2.67 .. 3.27
--   M10         | communication | minArea  | 10.22 | 9.20 .. 11.24
--   M11         | amdahl        | ICPP22   | 2.32  | 2.09 .. 2.55
--   M12         | amdahl        | TOPC24   | 1.98  | 1.78 .. 2.18
--   M13         | amdahl        | Fair     | 2.01  | 1.81 .. 2.21
--   M14         | amdahl        | minTime  | 21.31 | 19.18 .. 23.44
--   M15         | amdahl        | minArea  | 7.88  | 7.09 .. 8.67
--   M16         | general       | ICPP22   | 2.74  | 2.47 .. 3.01
--   M17         | general       | TOPC24   | 1.50  | 1.35 .. 1.65
--   M18         | general       | Fair     | 1.60  | 1.44 .. 1.76
--   M19         | general       | minTime  | 4.86  | 4.37 .. 5.35
--   M20         | general       | minArea  | 5.37  | 4.83 .. 5.91
--   M21         | powercom      | ICPP22   | 1.52  | 1.37 .. 1.67
--   M22         | powercom      | TOPC24   | 1.46  | 1.31 .. 1.61
--   M23         | powercom      | Fair     | 1.35  | 1.22 .. 1.49
--   M24         | powercom      | minTime  | 2.84  | 2.56 .. 3.12
--   M25         | powercom      | minArea  | 12.76 | 11.48 .. 14.04
-- place: experiments, average values
-- says: {strategy}, law {law}: mean makespan over the lower bound
-- tolerance: a tenth
SELECT avg(ratio) AS measured, avg(ratio) - confidence(ratio, p, draw) AS low, avg(ratio) + confidence(ratio, p, draw) AS high,
       count(*) AS instances
FROM held WHERE law = '{law}' AND strategy = '{strategy}';

-- claims: claim | strategy | paper | accept
--   M26         | ICPP22   | 1.92  | 1.73 .. 2.11
--   M27         | TOPC24   | 1.52  | 1.37 .. 1.67
--   M28         | Fair     | 1.52  | 1.37 .. 1.67
--   M29         | minTime  | 6.70  | 6.03 .. 7.37
--   M30         | minArea  | 9.50  | 8.55 .. 10.45
-- place: experiments, average values
-- says: {strategy}, all five laws: mean makespan over the lower bound
-- tolerance: a tenth
SELECT avg(ratio) AS measured, avg(ratio) - confidence(ratio, p, draw) AS low, avg(ratio) + confidence(ratio, p, draw) AS high,
       count(*) AS instances
FROM (SELECT p, draw, avg(ratio) AS ratio FROM held WHERE strategy = '{strategy}' GROUP BY p, draw, variant HAVING count(*) = 5);

-- claims: claim | law           | strategy | paper | accept
--   B1          | roofline      | ICPP22   | 2.62  | .. 2.62
--   B2          | roofline      | TOPC24   | 2.62  | .. 2.62
--   B3          | roofline      | Fair     | 2.62  | .. 2.62
--   B4          | communication | ICPP22   | 3.61  | .. 3.61
--   B5          | communication | TOPC24   | 3.40  | .. 3.40
--   B6          | communication | Fair     | 3.41  | .. 3.41
--   B7          | amdahl        | ICPP22   | 4.74  | .. 4.74
--   B8          | amdahl        | TOPC24   | 4.55  | .. 4.55
--   B9          | amdahl        | Fair     | 4.56  | .. 4.56
--   B10         | general       | ICPP22   | 5.72  | .. 5.72
--   B11         | general       | TOPC24   | 4.63  | .. 4.63
--   B12         | general       | Fair     | 4.60  | .. 4.60
-- place: table 1
-- says: {strategy}, law {law}: largest makespan over the lower bound, which the proven ratio bounds
-- tolerance: none
SELECT max(ratio) AS measured, count(*) AS instances FROM held WHERE law = '{law}' AND strategy = '{strategy}';
