-- The table "Contenders performance wrt MAGS" and the two scatter charts of the slides: X / X of MAGS, mean of the ratios
-- instance by instance. Only instances that every contender of the campaign completed.
-- paper: Casanova, Desprez, Suter, slides of June 2010; JPDC 70(12), 2010
-- studies: ptg-batch

CREATE TEMP VIEW paper(strategy, makespan, average_stretch, max_stretch) AS
VALUES ('SELFISH', 1.07, 1.7597, 20.0954), ('SELFISH_ORDER', 1.2127, 0.9658, 0.8632),
       ('CRA_WORK_WEIGHT', 0.9801, 1.0177, 1.4979), ('CAFM_K_SHELVES', 1.0114, 0.9956, 1.3854);

CREATE TEMP VIEW contender(name) AS
VALUES ('SELFISH'), ('SELFISH_WEIGHT'), ('SELFISH_ORDER'), ('CRA_NDAGS'), ('CRA_NDAGS_WEIGHT'), ('CRA_NDAGS_ORDER'),
       ('CRA_WORK'), ('CRA_WORK_WEIGHT'), ('CRA_WORK_ORDER'), ('CRA_WIDTH'), ('CRA_WIDTH_WEIGHT'), ('CRA_WIDTH_ORDER'),
       ('CAFM_LPTF'), ('CAFM_SPTF'), ('CAFM_SAF'), ('CAFM_K_SHELVES'), ('CAFM_CRA'), ('CAFM_CRA_WEIGHT'),
       ('CAFM_CRA_ORDER'), ('MAGS');

CREATE TEMP TABLE run AS
SELECT platform_id, workload_id, s.label AS strategy,
       makespan / max(CASE s.label WHEN 'MAGS' THEN makespan END) OVER instance AS makespan,
       average_stretch / max(CASE s.label WHEN 'MAGS' THEN average_stretch END) OVER instance AS average_stretch,
       max_stretch / max(CASE s.label WHEN 'MAGS' THEN max_stretch END) OVER instance AS max_stretch,
       count(*) OVER instance AS completed
FROM measured r JOIN strategy s ON s.id = r.strategy_id JOIN contender c ON c.name = s.label
WHERE outcome = 'completed' AND average_stretch IS NOT NULL AND max_stretch IS NOT NULL
WINDOW instance AS (PARTITION BY platform_id, workload_id);

CREATE TEMP TABLE mean AS
SELECT strategy, count(*) AS instances, avg(makespan) AS makespan, confidence(makespan, platform_id, workload_id) AS makespan_margin,
       avg(average_stretch) AS average_stretch, confidence(average_stretch, platform_id, workload_id) AS average_margin,
       avg(max_stretch) AS max_stretch, confidence(max_stretch, platform_id, workload_id) AS max_margin
FROM run
WHERE completed = (SELECT count(*) FROM strategy s JOIN contender c ON c.name = s.label
                   WHERE s.id IN (SELECT strategy_id FROM result))
GROUP BY strategy HAVING count(makespan) > 0;

-- figure: table-makespan
-- place: Table "Contenders performance wrt MAGS"
-- chart: bar
-- title: Makespan relative to MAGS
-- says: Mean of the ratios to the makespan of MAGS, with 95 % intervals; 1 is MAGS.
-- x:
-- y: makespan / makespan of MAGS
SELECT m.strategy AS x, m.makespan AS y, max(0, m.makespan - makespan_margin) AS low, m.makespan + makespan_margin AS high,
       p.makespan AS paper, instances
FROM mean m LEFT JOIN paper p USING (strategy) ORDER BY y, x;

-- figure: table-average-stretch
-- place: Table "Contenders performance wrt MAGS"
-- chart: bar
-- title: Average stretch relative to MAGS
-- says: Mean of the ratios to the average stretch of MAGS, with 95 % intervals; 1 is MAGS.
-- x:
-- y: average stretch / average stretch of MAGS
SELECT m.strategy AS x, m.average_stretch AS y, max(0, m.average_stretch - average_margin) AS low,
       m.average_stretch + average_margin AS high, p.average_stretch AS paper, instances
FROM mean m LEFT JOIN paper p USING (strategy) ORDER BY y, x;

-- figure: table-max-stretch
-- place: Table "Contenders performance wrt MAGS"
-- chart: bar
-- title: Maximum stretch relative to MAGS
-- says: Mean of the ratios to the maximum stretch of MAGS, with 95 % intervals; 1 is MAGS.
-- x:
-- y: maximum stretch / maximum stretch of MAGS, log
SELECT m.strategy AS x, m.max_stretch AS y, max(0, m.max_stretch - max_margin) AS low, m.max_stretch + max_margin AS high,
       p.max_stretch AS paper, instances
FROM mean m LEFT JOIN paper p USING (strategy) ORDER BY y, x;

-- figure: scatter-average-stretch
-- place: Scatter chart "makespan vs average stretch"
-- chart: scatter
-- title: Makespan against average stretch, relative to MAGS
-- says: Means of the ratios to MAGS, with 95 % intervals; best is the lower left. The dashed line joins the
--   Pareto front.
-- x: makespan / makespan of MAGS
-- y: average stretch / average stretch of MAGS
SELECT m.makespan AS x, max(0, m.makespan - makespan_margin) AS x_low, m.makespan + makespan_margin AS x_high,
       m.average_stretch AS y, max(0, m.average_stretch - average_margin) AS low,
       m.average_stretch + average_margin AS high, m.strategy AS series, p.makespan AS paper_x,
       p.average_stretch AS paper, instances,
       NOT EXISTS (SELECT 1 FROM mean o  -- nobody is better by more than a billionth in one and as good in the other
                   WHERE o.makespan <= m.makespan * (1 + 1e-9) AND o.average_stretch <= m.average_stretch * (1 + 1e-9)
                   AND (m.makespan > o.makespan * (1 + 1e-9)
                        OR m.average_stretch > o.average_stretch * (1 + 1e-9))) AS front
FROM mean m LEFT JOIN paper p USING (strategy) ORDER BY m.strategy;

-- figure: scatter-max-stretch
-- place: Scatter chart "makespan vs maximum stretch"
-- chart: scatter
-- title: Makespan against maximum stretch, relative to MAGS
-- says: Means of the ratios to MAGS, with 95 % intervals; best is the lower left. The dashed line joins the
--   Pareto front.
-- x: makespan / makespan of MAGS
-- y: maximum stretch / maximum stretch of MAGS, log
SELECT m.makespan AS x, max(0, m.makespan - makespan_margin) AS x_low, m.makespan + makespan_margin AS x_high,
       m.max_stretch AS y, max(0, m.max_stretch - max_margin) AS low, m.max_stretch + max_margin AS high,
       m.strategy AS series, p.makespan AS paper_x, p.max_stretch AS paper, instances,
       NOT EXISTS (SELECT 1 FROM mean o  -- nobody is better by more than a billionth in one and as good in the other
                   WHERE o.makespan <= m.makespan * (1 + 1e-9) AND o.max_stretch <= m.max_stretch * (1 + 1e-9)
                   AND (m.makespan > o.makespan * (1 + 1e-9)
                        OR m.max_stretch > o.max_stretch * (1 + 1e-9))) AS front
FROM mean m LEFT JOIN paper p USING (strategy) ORDER BY m.strategy;
