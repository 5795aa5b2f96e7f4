-- The table "Contenders performance wrt MAGS" of Casanova, Desprez, Suter (slides of June 2010; JPDC 70(12), 2010) for
-- all contenders: 100 (X / X of MAGS - 1), mean over the instances that every strategy completed, beside the paper's
-- values; and the same as ratios of means. `clusters` 3: without gdx, since the slides name three clusters and list four.
WITH
  paper(strategy, makespan, average_stretch, max_stretch) AS (
    VALUES ('SELFISH', '+7 %', '+75.97 %', '+1909.54 %'), ('SELFISH_ORDER', '+21.27 %', '-3.42 %', '-13.68 %'),
           ('CRA_WORK_WEIGHT', '-1.99 %', '+1.77 %', '+49.79 %'), ('CAFM_K_SHELVES', '+1.14 %', '-0.44 %', '+38.54 %')),
  compared AS (
    SELECT r.*, (SELECT count(*) FROM strategy) AS strategies,
           count(*) FILTER (WHERE r.outcome = 'completed') OVER (PARTITION BY r.platform, r.workload) AS completed
    FROM results r),
  mags AS (SELECT * FROM compared WHERE strategy_name = 'MAGS' AND completed = strategies),
  clusters(clusters) AS (VALUES (4), (3)),
  ratio AS (
    SELECT c.clusters, x.strategy_name AS strategy, count(*) AS instances,
           100 * (avg(x.makespan / m.makespan) - 1) AS makespan, 100 * (avg(x.makespan) / avg(m.makespan) - 1) AS makespan_means,
           100 * (avg(x.average_stretch / m.average_stretch) - 1) AS average_stretch,
           100 * (avg(x.average_stretch) / avg(m.average_stretch) - 1) AS average_stretch_means,
           100 * (avg(x.max_stretch / m.max_stretch) - 1) AS max_stretch,
           100 * (avg(x.max_stretch) / avg(m.max_stretch) - 1) AS max_stretch_means
    FROM compared x JOIN mags m ON m.platform = x.platform AND m.workload = x.workload
    JOIN clusters c ON c.clusters = 4 OR x.cluster <> 'gdx'
    GROUP BY c.clusters, x.strategy_name)
SELECT r.clusters, r.strategy, r.instances,
       printf('%+.2f %%', r.makespan) AS makespan, p.makespan AS paper_makespan,
       printf('%+.2f %%', r.average_stretch) AS average_stretch, p.average_stretch AS paper_average_stretch,
       printf('%+.2f %%', r.max_stretch) AS max_stretch, p.max_stretch AS paper_max_stretch,
       printf('%+.2f, %+.2f, %+.2f %%', r.makespan_means, r.average_stretch_means, r.max_stretch_means) AS ratios_of_means
FROM ratio r LEFT JOIN paper p USING (strategy)
ORDER BY r.clusters DESC, r.makespan
