-- Tiled Cholesky factorizations on nodes of CPUs and GPUs, with published mean times of the kernels: nothing is drawn.
-- Many tasks are alike; the thesis' makespans come out where ties go to the lower precedence level, then to the task
-- that the factorization creates first, and to the first host.
-- paper: McSweeney, PhD thesis, University of Manchester, 2021, chapter 2; McSweeney, Walton, Zounon, ICCS 2020
-- studies: cpu-gpu-cholesky

CREATE TEMP VIEW factorization AS
SELECT s.name AS strategy, r.makespan, w.tile_size, w.tiles, w.node_cpus AS cpus, w.node_gpus AS gpus
FROM result r JOIN workload w ON w.id = r.workload_id JOIN strategy s ON s.id = r.strategy_id
WHERE r.outcome = 'completed' AND w.family = 'cholesky';

-- claims: claim | rows | tiles | gpus | paper       | accept
--   H1          | 128  | 5     | 1    | 1012.456    | 1012.4555 .. 1012.4565
--   H2          | 128  | 5     | 4    | 1073.249    | 1073.2485 .. 1073.2495
--   H3          | 128  | 10    | 1    | 2334.597    | 2334.5965 .. 2334.5975
--   H4          | 128  | 10    | 4    | 2345.070    | 2345.0695 .. 2345.0705
--   H5          | 128  | 15    | 1    | 3570.355    | 3570.3545 .. 3570.3555
--   H6          | 128  | 15    | 4    | 3527.269    | 3527.2685 .. 3527.2695
--   H7          | 128  | 20    | 1    | 5778.934    | 5778.9335 .. 5778.9345
--   H8          | 128  | 20    | 4    | 4808.954    | 4808.9535 .. 4808.9545
--   H9          | 128  | 25    | 1    | 8929.049    | 8929.0485 .. 8929.0495
--   H10         | 128  | 25    | 4    | 6971.117    | 6971.1165 .. 6971.1175
--   H11         | 128  | 30    | 1    | 13394.094   | 13394.0935 .. 13394.0945
--   H12         | 128  | 30    | 4    | 10110.114   | 10110.1135 .. 10110.1145
--   H13         | 128  | 35    | 1    | 19961.041   | 19961.0405 .. 19961.0415
--   H14         | 128  | 35    | 4    | 13813.032   | 13813.0315 .. 13813.0325
--   H15         | 128  | 40    | 1    | 28555.817   | 28555.8165 .. 28555.8175
--   H16         | 128  | 40    | 4    | 19468.497   | 19468.4965 .. 19468.4975
--   H17         | 128  | 45    | 1    | 38831.100   | 38831.0995 .. 38831.1005
--   H18         | 128  | 45    | 4    | 25918.763   | 25918.7625 .. 25918.7635
--   H19         | 128  | 50    | 1    | 51758.792   | 51758.7915 .. 51758.7925
--   H20         | 128  | 50    | 4    | 34125.990   | 34125.9895 .. 34125.9905
--   H21         | 1024 | 5     | 1    | 23743.289   | 23743.2885 .. 23743.2895
--   H22         | 1024 | 5     | 4    | 20777.941   | 20777.9405 .. 20777.9415
--   H23         | 1024 | 10    | 1    | 117035.209  | 117035.2085 .. 117035.2095
--   H24         | 1024 | 10    | 4    | 53338.833   | 53338.8325 .. 53338.8335
--   H25         | 1024 | 15    | 1    | 302103.058  | 302103.0575 .. 302103.0585
--   H26         | 1024 | 15    | 4    | 107158.364  | 107158.3635 .. 107158.3645
--   H27         | 1024 | 20    | 1    | 627465.400  | 627465.3995 .. 627465.4005
--   H28         | 1024 | 20    | 4    | 206909.354  | 206909.3535 .. 206909.3545
--   H29         | 1024 | 25    | 1    | 1050589.679 | 1050589.6785 .. 1050589.6795
--   H30         | 1024 | 25    | 4    | 364185.268  | 364185.2675 .. 364185.2685
--   H31         | 1024 | 30    | 1    | 1708563.322 | 1708563.3215 .. 1708563.3225
--   H32         | 1024 | 30    | 4    | 589673.630  | 589673.6295 .. 589673.6305
--   H33         | 1024 | 35    | 1    | 2616836.246 | 2616836.2455 .. 2616836.2465
--   H34         | 1024 | 35    | 4    | 895192.319  | 895192.3185 .. 895192.3195
--   H35         | 1024 | 40    | 1    | 3807331.795 | 3807331.7945 .. 3807331.7955
--   H36         | 1024 | 40    | 4    | 1281817.513 | 1281817.5125 .. 1281817.5135
--   H37         | 1024 | 45    | 1    | 5364823.093 | 5364823.0925 .. 5364823.0935
--   H38         | 1024 | 45    | 4    | 1755768.956 | 1755768.9555 .. 1755768.9565
--   H39         | 1024 | 50    | 1    | 7286400.812 | 7286400.8115 .. 7286400.8125
--   H40         | 1024 | 50    | 4    | 2374362.797 | 2374362.7965 .. 2374362.7975
-- place: thesis-code, selection/chol/results.csv, EFT
-- says: {tiles} x {tiles} tiles of {rows} rows, {gpus} GPUs: makespan of HEFT
-- tolerance: the printed value, rounded to three decimals
-- unit: us
SELECT 1e6 * makespan AS measured, 1 AS instances FROM factorization
WHERE strategy = 'HEFT' AND tile_size = '{rows}' AND tiles = {tiles} AND cpus = 32 AND gpus = {gpus};

-- claims: claim | strategy | cpus | gpus | rows | paper | accept
--   I1          | PEFT     | 28   | 4    | 128  | 1.060 | 1.010 .. 1.110
--   I2          | HBMCT    | 28   | 4    | 128  | 1.207 | 1.157 .. 1.257
--   I3          | PEFT     | 28   | 4    | 1024 | 0.943 | 0.893 .. 0.993
--   I4          | HBMCT    | 28   | 4    | 1024 | 1.049 | 0.999 .. 1.099
--   I5          | PEFT     | 7    | 1    | 128  | 1.037 | 0.987 .. 1.087
--   I6          | HBMCT    | 7    | 1    | 128  | 1.217 | 1.167 .. 1.267
--   I7          | PEFT     | 7    | 1    | 1024 | 0.969 | 0.919 .. 1.019
--   I8          | HBMCT    | 7    | 1    | 1024 | 0.991 | 0.941 .. 1.041
-- place: ICCS 2020, existing_heuristic_comparison
-- says: {strategy}, {cpus} CPUs, {gpus} GPUs, tiles of {rows} rows: makespan over that of HEFT, a mean over ten sizes
-- tolerance: five points
SELECT avg(a.makespan / b.makespan) AS measured, count(*) AS instances
FROM factorization a JOIN factorization b USING (tile_size, tiles, cpus, gpus)
WHERE a.strategy = '{strategy}' AND b.strategy = 'HEFT' AND tile_size = '{rows}' AND cpus = {cpus} AND gpus = {gpus}
HAVING count(*) = 10;
