-- What the abstracts of the papers of HEFT, PEFT and BIL say of graphs on heterogeneous processors, without contention.
-- They compare mean schedule length ratios, makespans over a bound of the instance; ours are means of the ratios instance
-- by instance, in which that bound cancels.
-- paper: Topcuoglu, Hariri, Wu, TPDS 13(3) 2002; Arabnejad, Barbosa, TPDS 25(3) 2014; Oh, Ha, Euro-Par 1996
-- studies: classic-random

CREATE TEMP TABLE fair AS
SELECT r.platform_id AS p, r.workload_id AS w, max(r.makespan) FILTER (WHERE s.label = 'HEFT') AS heft,
       max(r.makespan) FILTER (WHERE s.label = 'CPOP') AS cpop, max(r.makespan) FILTER (WHERE s.label = 'PEFT') AS peft,
       max(r.makespan) FILTER (WHERE s.label = 'DLS') AS dls, max(r.makespan) FILTER (WHERE s.label = 'BIL') AS bil
FROM result r JOIN strategy s ON s.id = r.strategy_id JOIN platform ON platform.id = r.platform_id
WHERE platform.contention = 'off' AND s.label IN ('HEFT', 'CPOP', 'PEFT', 'DLS', 'BIL')
GROUP BY 1, 2 HAVING count(r.makespan) = 5;

-- claims: claim | strategy | other | place               | says                                                          | paper
--   H1          | heft     | dls   | TPDS 2002, abstract | HEFT surpasses previous approaches: makespan over that of DLS | "significantly surpass"
--   H2          | cpop     | dls   | TPDS 2002, abstract | CPOP surpasses previous approaches: makespan over that of DLS | "significantly surpass"
--   H3          | peft     | heft  | TPDS 2014, abstract | PEFT outperforms HEFT: makespan over that of HEFT             | "outperforms"
-- accept: < 1
-- needs: 30
SELECT mean_ratio({strategy}, {other}) AS measured, max(0, mean_ratio({strategy}, {other}) - confidence({strategy} / {other}, p, w)) AS low,
       mean_ratio({strategy}, {other}) + confidence({strategy} / {other}, p, w) AS high, count(*) AS instances
FROM fair;

-- claim: H4
-- place: Euro-Par 1996, abstract
-- says: BIL: makespan shorter than that of DLS
-- paper: about 20 %
-- accept: 10 .. 30
-- tolerance: half
-- unit: %
-- needs: 30
SELECT 100 * (1 - mean_ratio(bil, dls)) AS measured, 100 * (1 - mean_ratio(bil, dls) - confidence(bil / dls, p, w)) AS low,
       min(100, 100 * (1 - mean_ratio(bil, dls) + confidence(bil / dls, p, w))) AS high, count(*) AS instances
FROM fair;
