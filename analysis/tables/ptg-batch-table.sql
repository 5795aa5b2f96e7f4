-- The table "Contenders performance wrt MAGS" of Casanova, Desprez, Suter (slides of June 2010; JPDC 70(12), 2010) for
-- all contenders: 100 (X / X of MAGS - 1), mean of the ratios instance by instance, next to the paper's values; and the
-- same as ratios of means. Only instances that every contender of the campaign completed, so that their rows compare the
-- same ones; other strategies and settings follow, over those of these instances that they completed. `clusters` 3:
-- without gdx, since the slides name three clusters and list four.
WITH
  paper(strategy, makespan, average_stretch, max_stretch) AS (
    VALUES ('SELFISH', '+7 %', '+75.97 %', '+1909.54 %'), ('SELFISH_ORDER', '+21.27 %', '-3.42 %', '-13.68 %'),
           ('CRA_WORK_WEIGHT', '-1.99 %', '+1.77 %', '+49.79 %'), ('CAFM_K_SHELVES', '+1.14 %', '-0.44 %', '+38.54 %')),
  contender(name) AS (
    VALUES ('SELFISH'), ('SELFISH_WEIGHT'), ('SELFISH_ORDER'), ('CRA_NDAGS'), ('CRA_NDAGS_WEIGHT'), ('CRA_NDAGS_ORDER'),
           ('CRA_WORK'), ('CRA_WORK_WEIGHT'), ('CRA_WORK_ORDER'), ('CRA_WIDTH'), ('CRA_WIDTH_WEIGHT'), ('CRA_WIDTH_ORDER'),
           ('CAFM_LPTF'), ('CAFM_SPTF'), ('CAFM_SAF'), ('CAFM_K_SHELVES'), ('CAFM_CRA'), ('CAFM_CRA_WEIGHT'),
           ('CAFM_CRA_ORDER'), ('MAGS')),
  present AS MATERIALIZED (
    SELECT id, label AS name, label IN (SELECT name FROM contender) AS contends FROM strategy
    WHERE id IN (SELECT strategy_id FROM measured)),
  usable AS MATERIALIZED (
    SELECT r.platform_id, r.workload_id, s.name, s.contends, p.cluster, r.makespan, r.average_stretch, r.max_stretch,
           sum(s.contends) OVER (PARTITION BY r.platform_id, r.workload_id) AS completed
    FROM measured r JOIN present s ON s.id = r.strategy_id JOIN platform p ON p.id = r.platform_id
    WHERE r.outcome = 'completed' AND r.average_stretch IS NOT NULL AND r.max_stretch IS NOT NULL),
  fair AS MATERIALIZED (
    SELECT * FROM usable WHERE completed = (SELECT sum(contends) FROM present)),
  mags AS MATERIALIZED (SELECT * FROM fair WHERE name = 'MAGS'),
  clusters(clusters) AS (VALUES (4), (3)),
  ratio AS (
    SELECT c.clusters, x.name AS strategy, x.contends, count(*) AS instances,
           100 * (avg(x.makespan / m.makespan) - 1) AS makespan, 100 * (avg(x.makespan) / avg(m.makespan) - 1) AS makespan_means,
           100 * (avg(x.average_stretch / m.average_stretch) - 1) AS average_stretch,
           100 * (avg(x.average_stretch) / avg(m.average_stretch) - 1) AS average_stretch_means,
           100 * (avg(x.max_stretch / m.max_stretch) - 1) AS max_stretch,
           100 * (avg(x.max_stretch) / avg(m.max_stretch) - 1) AS max_stretch_means
    FROM mags m JOIN fair x ON x.platform_id = m.platform_id AND x.workload_id = m.workload_id
    JOIN clusters c ON c.clusters = 4 OR m.cluster IS NOT 'gdx'
    GROUP BY c.clusters, x.name, x.contends)
SELECT r.clusters, r.strategy, r.instances,
       printf('%+.2f %%', r.makespan) AS makespan, p.makespan AS paper_makespan,
       printf('%+.2f %%', r.average_stretch) AS average_stretch, p.average_stretch AS paper_average_stretch,
       printf('%+.2f %%', r.max_stretch) AS max_stretch, p.max_stretch AS paper_max_stretch,
       printf('%+.2f, %+.2f, %+.2f %%', r.makespan_means, r.average_stretch_means, r.max_stretch_means) AS ratios_of_means
FROM ratio r LEFT JOIN paper p USING (strategy)
ORDER BY r.clusters DESC, r.contends DESC, r.makespan, r.strategy
