-- Figures 2 to 5 of RR-6774 (N'Takpe, Suter). The strategies are the paper's with the settings of the study, known by
-- their labels; only instances that all eight (figure 2: all eleven mu) completed. The report prints no numbers to hold
-- these curves against; its claims are checked one by one.
-- paper: N'Takpe, Suter, INRIA RR-6774, 2008
-- studies: ptg-constrained, ptg-constrained-mu

CREATE TEMP VIEW kind(family, kind, place) AS
VALUES ('random-batch', 'random', 1), ('fft-batch', 'FFT', 2), ('strassen-batch', 'Strassen', 3);

CREATE TEMP VIEW contender(strategy, label, label_fft) AS
VALUES ('S', 'S', 'S'), ('ES', 'ES', 'ES'), ('PS-cp', 'PS-cp', 'PS-cp'), ('PS-width', 'PS-width', 'PS-width'),
       ('PS-work', 'PS-work', 'PS-work'), ('WPS-cp', 'WPS-cp', 'WPS-cp'),
       ('WPS-width', 'WPS-width', 'WPS-width:mu=0.3'), ('WPS-work', 'WPS-work', 'WPS-work');

CREATE TEMP TABLE compared AS
SELECT * FROM (
  SELECT r.platform_id, r.workload_id, k.kind, w.batch, c.strategy, r.unfairness, r.makespan / min(r.makespan) OVER instance AS relative_makespan,
         count(*) OVER instance AS completed
  FROM measured r JOIN workload w ON w.id = r.workload_id JOIN kind k ON k.family = w.family
  JOIN strategy s ON s.id = r.strategy_id
  JOIN contender c ON s.label = CASE k.kind WHEN 'FFT' THEN c.label_fft ELSE c.label END
  WHERE r.outcome = 'completed' AND r.unfairness IS NOT NULL
  WINDOW instance AS (PARTITION BY r.platform_id, r.workload_id))
WHERE completed = 8;

CREATE TEMP TABLE mean AS
SELECT kind, batch, strategy, count(*) AS instances, avg(unfairness) AS unfairness,
       confidence(unfairness, platform_id, workload_id) AS unfairness_margin, avg(relative_makespan) AS makespan,
       confidence(relative_makespan, platform_id, workload_id) AS makespan_margin
FROM compared GROUP BY kind, batch, strategy;

-- A label names no parameter that has its default value, 0.7.
CREATE TEMP TABLE by_mu AS
SELECT * FROM (
  SELECT r.platform_id, r.workload_id, w.batch, s.mu, r.unfairness, r.makespan,
         count(*) OVER (PARTITION BY r.platform_id, r.workload_id) AS completed
  FROM measured r JOIN workload w ON w.id = r.workload_id
  JOIN (SELECT id, CASE label WHEN 'WPS-work' THEN 0.7 ELSE CAST(substr(label, 13) AS REAL) END AS mu FROM strategy
        WHERE label IN ('WPS-work', 'WPS-work:mu=0', 'WPS-work:mu=0.1', 'WPS-work:mu=0.2', 'WPS-work:mu=0.3',
                        'WPS-work:mu=0.4', 'WPS-work:mu=0.5', 'WPS-work:mu=0.6', 'WPS-work:mu=0.8', 'WPS-work:mu=0.9',
                        'WPS-work:mu=1')) s ON s.id = r.strategy_id
  WHERE r.outcome = 'completed' AND r.unfairness IS NOT NULL AND w.family = 'random-batch')
WHERE completed = 11;

-- figure: fig2-unfairness
-- study: ptg-constrained-mu
-- place: Figure 2
-- chart: line
-- title: Unfairness of WPS-work by mu, random graphs
-- says: Mean unfairness by the balance mu between proportional and equal shares, a curve for each number of graphs, with
--   95 % intervals.
-- x: mu
-- y: mean unfairness
SELECT mu AS x, avg(unfairness) AS y, max(0, avg(unfairness) - confidence(unfairness, platform_id, workload_id)) AS low,
       avg(unfairness) + confidence(unfairness, platform_id, workload_id) AS high, batch || ' graphs' AS series, count(*) AS instances
FROM by_mu GROUP BY batch, mu ORDER BY batch, mu;

-- figure: fig2-makespan
-- study: ptg-constrained-mu
-- place: Figure 2
-- chart: line
-- title: Makespan of WPS-work by mu, random graphs
-- says: Mean makespan by the balance mu between proportional and equal shares, a curve for each number of graphs, with
--   95 % intervals.
-- x: mu
-- y: mean makespan (s)
SELECT mu AS x, avg(makespan) AS y, max(0, avg(makespan) - confidence(makespan, platform_id, workload_id)) AS low,
       avg(makespan) + confidence(makespan, platform_id, workload_id) AS high, batch || ' graphs' AS series, count(*) AS instances
FROM by_mu GROUP BY batch, mu ORDER BY batch, mu;

-- figure: fig3-unfairness
-- study: ptg-constrained
-- place: Figure 3
-- chart: line
-- title: Unfairness by number of graphs, random graphs
-- says: Mean unfairness of each strategy, with 95 % intervals; the lower the fairer.
-- x: graphs in the batch
-- y: mean unfairness
SELECT batch AS x, unfairness AS y, max(0, unfairness - unfairness_margin) AS low, unfairness + unfairness_margin AS high,
       strategy AS series, instances
FROM mean WHERE kind = 'random' ORDER BY series, x;

-- figure: fig3-makespan
-- study: ptg-constrained
-- place: Figure 3
-- chart: line
-- title: Relative makespan by number of graphs, random graphs
-- says: Mean of the makespan divided by the shortest of the eight strategies on the same instance, with 95 % intervals.
-- x: graphs in the batch
-- y: mean relative makespan
SELECT batch AS x, makespan AS y, max(1, makespan - makespan_margin) AS low, makespan + makespan_margin AS high,
       strategy AS series, instances
FROM mean WHERE kind = 'random' ORDER BY series, x;

-- figure: fig4-unfairness
-- study: ptg-constrained
-- place: Figure 4
-- chart: line
-- title: Unfairness by number of graphs, FFT graphs
-- says: Mean unfairness of each strategy, with 95 % intervals; the lower the fairer.
-- x: graphs in the batch
-- y: mean unfairness
SELECT batch AS x, unfairness AS y, max(0, unfairness - unfairness_margin) AS low, unfairness + unfairness_margin AS high,
       strategy AS series, instances
FROM mean WHERE kind = 'FFT' ORDER BY series, x;

-- figure: fig4-makespan
-- study: ptg-constrained
-- place: Figure 4
-- chart: line
-- title: Relative makespan by number of graphs, FFT graphs
-- says: Mean of the makespan divided by the shortest of the eight strategies on the same instance, with 95 % intervals.
-- x: graphs in the batch
-- y: mean relative makespan
SELECT batch AS x, makespan AS y, max(1, makespan - makespan_margin) AS low, makespan + makespan_margin AS high,
       strategy AS series, instances
FROM mean WHERE kind = 'FFT' ORDER BY series, x;

-- figure: fig5-unfairness
-- study: ptg-constrained
-- place: Figure 5
-- chart: line
-- title: Unfairness by number of graphs, Strassen graphs
-- says: Mean unfairness of each strategy, with 95 % intervals; PS-width, WPS-width and ES are one.
-- x: graphs in the batch
-- y: mean unfairness
SELECT batch AS x, unfairness AS y, max(0, unfairness - unfairness_margin) AS low, unfairness + unfairness_margin AS high,
       strategy AS series, instances
FROM mean WHERE kind = 'Strassen' ORDER BY series, x;

-- figure: fig5-makespan
-- study: ptg-constrained
-- place: Figure 5
-- chart: line
-- title: Relative makespan by number of graphs, Strassen graphs
-- says: Mean of the makespan divided by the shortest of the eight strategies on the same instance, with 95 % intervals.
-- x: graphs in the batch
-- y: mean relative makespan
SELECT batch AS x, makespan AS y, max(1, makespan - makespan_margin) AS low, makespan + makespan_margin AS high,
       strategy AS series, instances
FROM mean WHERE kind = 'Strassen' ORDER BY series, x;
