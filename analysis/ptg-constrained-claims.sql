-- The claims of RR-6774 (N'Takpe, Suter), sections 7 and 8, beside what a campaign of the study ptg-constrained gave.
-- Compared are the paper's eight strategies with the settings of the study, known by their labels: other settings and
-- other strategies change nothing. Only instances count that all eight completed, and only kinds of graphs that have such
-- instances of all five batch sizes; otherwise a row says "not enough data" and `holds` is NULL.
-- A cell is the mean over the instances of a kind and a batch size: of the unfairness, and of the makespan relative to
-- the best of the eight on the same instance. A ratio of two strategies is the ratio of their cells, averaged over the
-- batch sizes; an order compares the means of the cells. `holds` is computed from unrounded numbers: an order, or a
-- number within `tolerance` of the paper's.
WITH
  contender(strategy, label, label_fft) AS (
    VALUES ('S', 'S', 'S'), ('ES', 'ES', 'ES'), ('PS-cp', 'PS-cp', 'PS-cp'), ('PS-width', 'PS-width', 'PS-width'),
           ('PS-work', 'PS-work', 'PS-work'), ('WPS-cp', 'WPS-cp', 'WPS-cp'),
           ('WPS-width', 'WPS-width', 'WPS-width:mu=0.3'), ('WPS-work', 'WPS-work', 'WPS-work')),
  kinds(family, kind) AS (VALUES ('random-batch', 'random'), ('fft-batch', 'FFT'), ('strassen-batch', 'Strassen')),
  compared AS MATERIALIZED (
    SELECT r.platform_id, r.workload_id, k.kind, w.batch, c.strategy, r.makespan, r.unfairness,
           r.makespan / min(r.makespan) OVER instance AS relative, count(*) OVER instance AS completed
    FROM result r
    JOIN workload w ON w.id = r.workload_id
    JOIN kinds k ON k.family = w.family
    JOIN strategy s ON s.id = r.strategy_id
    JOIN contender c ON s.label = CASE k.kind WHEN 'FFT' THEN c.label_fft ELSE c.label END
    WHERE r.outcome = 'completed' AND r.unfairness IS NOT NULL AND w.batch IN (2, 4, 6, 8, 10)
    WINDOW instance AS (PARTITION BY r.platform_id, r.workload_id)),
  -- Eight strategies x five sizes make a kind.
  cell AS MATERIALIZED (
    SELECT * FROM (
      SELECT kind, batch, strategy, avg(unfairness) AS u, avg(relative) AS m,
             rank() OVER (PARTITION BY kind, batch ORDER BY avg(unfairness)) AS u_rank,
             count(*) OVER (PARTITION BY kind) AS cells
      FROM compared WHERE completed = 8 GROUP BY kind, batch, strategy)
    WHERE cells = 40),
  step AS (
    SELECT *, u - lag(u) OVER sizes AS u_step, m - lag(m) OVER sizes AS m_step
    FROM cell WINDOW sizes AS (PARTITION BY kind, strategy ORDER BY batch)),
  mean AS MATERIALIZED (
    SELECT kind, strategy, avg(u) AS u, avg(m) AS m, sum(u_step > 0) AS u_rises, sum(m_step > 0) AS m_rises,
           rank() OVER (PARTITION BY kind ORDER BY avg(u)) AS u_rank,
           rank() OVER (PARTITION BY kind ORDER BY avg(m)) AS m_rank
    FROM step GROUP BY kind, strategy),
  -- NULL where a cell of the base has no unfairness at all.
  ratio AS MATERIALIZED (
    SELECT c.kind, c.strategy, b.strategy AS base, CASE count(c.u / b.u) WHEN 5 THEN avg(c.u / b.u) END AS u,
           avg(c.m / b.m) AS m, min(c.m / b.m) AS m_least, max(c.m / b.m) AS m_most
    FROM cell c JOIN cell b ON b.kind = c.kind AND b.batch = c.batch
    GROUP BY c.kind, c.strategy, b.strategy),
  -- The best trade-off: the fairest of those whose makespan competes with that of S.
  best AS (
    SELECT kind, group_concat(strategy, ', ') AS names FROM (
      SELECT m.kind, m.strategy, rank() OVER (PARTITION BY m.kind ORDER BY m.u) AS place
      FROM mean m JOIN ratio r ON r.kind = m.kind AND r.strategy = m.strategy AND r.base = 'S' WHERE r.m <= 1.05
      ORDER BY m.kind, m.strategy)
    WHERE place = 1 GROUP BY kind),
  -- S2b reads the paper's gain of 35 % as shorter by 35 %.
  number(place, id, kind, metric, strategy, base, paper, tolerance) AS (
    VALUES (30, 'R3a', 'random', 'unfairness', 'WPS-cp', 'S', -16, 5),
           (31, 'R3b', 'random', 'unfairness', 'PS-width', 'S', -16, 5),
           (40, 'R4a', 'random', 'unfairness', 'ES', 'S', -36, 5),
           (41, 'R4b', 'random', 'unfairness', 'WPS-work', 'S', -36, 5),
           (51, 'R5b', 'random', 'unfairness', 'WPS-width', 'S', -50, 5),
           (101, 'R10b', 'random', 'makespan', 'WPS-width', 'PS-work', 16, 5),
           (102, 'R10c', 'random', 'unfairness', 'WPS-width', 'PS-work', -55, 5),
           (171, 'S2a', 'Strassen', 'unfairness', 'WPS-work', 'ES', 25, 5),
           (172, 'S2b', 'Strassen', 'makespan', 'WPS-work', 'ES', -35, 5)),
  value AS (
    SELECT n.*, 100 * (CASE n.metric WHEN 'makespan' THEN r.m ELSE r.u END - 1) AS measured
    FROM number n LEFT JOIN ratio r ON r.kind = n.kind AND r.strategy = n.strategy AND r.base = n.base),
  -- Aggregates without GROUP BY, so that every claim has its row; count(*) is 0 without data.
  claim(place, id, claim, paper, measured, tolerance, holds) AS (
    SELECT place, id, kind || ': ' || metric || ' of ' || strategy || ' against ' || base, printf('%+d %%', paper),
           CASE WHEN measured IS NOT NULL THEN printf('%+.1f %%', measured) END, tolerance || ' points',
           abs(measured - paper) <= tolerance
    FROM value
    UNION ALL
    SELECT 10, 'R1', 'random: unfairness grows with the batch size for every strategy', '8 of 8',
           sum(u_rises = 4) || ' of ' || count(*), NULL, min(u_rises = 4)
    FROM mean WHERE kind = 'random'
    UNION ALL
    SELECT 20, 'R2', 'random: ES, WPS-cp, WPS-width, WPS-work, PS-width are fairer than S; PS-cp, PS-work are less fair',
           '7 of 7', sum(as_said) || ' of ' || count(*), NULL, min(as_said)
    FROM (SELECT CASE WHEN x.strategy IN ('PS-cp', 'PS-work') THEN x.u > s.u ELSE x.u < s.u END AS as_said
          FROM mean x JOIN mean s ON s.kind = x.kind AND s.strategy = 'S' WHERE x.kind = 'random' AND x.strategy <> 'S')
    UNION ALL
    SELECT 50, 'R5a', 'random: WPS-width is the fairest', 'rank 1', 'rank ' || max(u_rank), NULL, max(u_rank) = 1
    FROM mean WHERE kind = 'random' AND strategy = 'WPS-width'
    UNION ALL
    SELECT 52, 'R5c', 'random: unfairness of WPS-width against S from 4 to 10 graphs', 'steady',
           CASE WHEN count(u) = 4 THEN printf('%+.1f to %+.1f %%', 100 * (min(u) - 1), 100 * (max(u) - 1)) END,
           '10 points apart', CASE WHEN count(u) = 4 THEN max(u) - min(u) <= 0.1 END
    FROM (SELECT w.u / s.u AS u FROM cell w JOIN cell s ON s.kind = w.kind AND s.batch = w.batch AND s.strategy = 'S'
          WHERE w.kind = 'random' AND w.strategy = 'WPS-width' AND w.batch >= 4)
    UNION ALL
    SELECT 60, 'R6', 'random: PS-work has the shortest makespans, PS-cp the second shortest', 'ranks 1 and 2',
           'ranks ' || max(m_rank) FILTER (WHERE strategy = 'PS-work') || ' and ' || max(m_rank) FILTER (WHERE strategy = 'PS-cp'),
           NULL, min(m_rank = CASE strategy WHEN 'PS-work' THEN 1 ELSE 2 END)
    FROM mean WHERE kind = 'random' AND strategy IN ('PS-work', 'PS-cp')
    UNION ALL
    SELECT 70, 'R7', 'random: the relative makespan of S rises with the batch size', 'rises',
           (SELECT group_concat(text, ', ') FROM (SELECT printf('%.3f', m) AS text FROM cell
            WHERE kind = 'random' AND strategy = 'S' ORDER BY batch)), NULL, max(m_rises) = 4
    FROM mean WHERE kind = 'random' AND strategy = 'S'
    UNION ALL
    SELECT 80, 'R8', 'random: relative makespan of PS-width over that of WPS-cp', 'almost 2',
           CASE WHEN count(*) > 0 THEN printf('%.2f', max(m)) END, '0.3', abs(max(m) - 2) <= 0.3
    FROM ratio WHERE kind = 'random' AND strategy = 'PS-width' AND base = 'WPS-cp'
    UNION ALL
    SELECT 90, 'R9a', 'random: makespans of WPS-work are shorter than those of S, over the batch sizes', '4 to 15 %',
           CASE WHEN count(*) > 0 THEN printf('%.1f to %.1f %%', 100 * (1 - max(m_most)), 100 * (1 - max(m_least))) END,
           '3 points', abs(0.96 - max(m_most)) <= 0.03 AND abs(0.85 - max(m_least)) <= 0.03
    FROM ratio WHERE kind = 'random' AND strategy = 'WPS-work' AND base = 'S'
    UNION ALL
    SELECT 91, 'R9b', 'random: makespan of ES against S', 'longer',
           CASE WHEN count(*) > 0 THEN printf('%+.1f %%', 100 * (max(m) - 1)) END, NULL, max(m) > 1
    FROM ratio WHERE kind = 'random' AND strategy = 'ES' AND base = 'S'
    UNION ALL
    SELECT 100, 'R10a', 'random: makespan of WPS-width against S', 'competitive',
           CASE WHEN count(*) > 0 THEN printf('%+.1f %%', 100 * (max(m) - 1)) END, '+5 points', max(m) <= 1.05
    FROM ratio WHERE kind = 'random' AND strategy = 'WPS-width' AND base = 'S'
    UNION ALL
    SELECT 120, 'F1a', 'FFT: unfairness is lower than on random graphs, for every strategy', '8 of 8',
           sum(f.u < r.u) || ' of ' || count(*), NULL, min(f.u < r.u)
    FROM mean f JOIN mean r ON r.kind = 'random' AND r.strategy = f.strategy WHERE f.kind = 'FFT'
    UNION ALL
    SELECT 121, 'F1b', 'FFT: ranking of fairness against that of random graphs (Spearman)', 'nearly 1',
           CASE WHEN count(*) > 0 THEN printf('%.2f', 1 - sum(d * d) / 84.0) END, '0.3', 1 - sum(d * d) / 84.0 >= 0.7
    FROM (SELECT f.u_rank - r.u_rank AS d FROM mean f JOIN mean r ON r.kind = 'random' AND r.strategy = f.strategy
          WHERE f.kind = 'FFT')
    UNION ALL
    SELECT 122, 'F1c', 'FFT: ranking of makespans against that of random graphs (Spearman)', 'nearly 1',
           CASE WHEN count(*) > 0 THEN printf('%.2f', 1 - sum(d * d) / 84.0) END, '0.3', 1 - sum(d * d) / 84.0 >= 0.7
    FROM (SELECT f.m_rank - r.m_rank AS d FROM mean f JOIN mean r ON r.kind = 'random' AND r.strategy = f.strategy
          WHERE f.kind = 'FFT')
    UNION ALL
    SELECT 130, 'F2a', 'FFT: PS-width is the second fairest', 'rank 2', 'rank ' || max(u_rank), NULL, max(u_rank) = 2
    FROM mean WHERE kind = 'FFT' AND strategy = 'PS-width'
    UNION ALL
    SELECT 131, 'F2b', 'FFT: makespan of PS-width against WPS-width', 'shorter',
           CASE WHEN count(*) > 0 THEN printf('%+.1f %%', 100 * (max(m) - 1)) END, NULL, max(m) < 1
    FROM ratio WHERE kind = 'FFT' AND strategy = 'PS-width' AND base = 'WPS-width'
    UNION ALL
    SELECT 140, 'F3', 'FFT: relative makespan of ES at 10 graphs', 'up to 2',
           CASE WHEN count(*) > 0 THEN printf('%.2f', max(m)) END, '0.3', abs(max(m) - 2) <= 0.3
    FROM cell WHERE kind = 'FFT' AND strategy = 'ES' AND batch = 10
    UNION ALL
    SELECT 150, 'F4a', 'FFT: WPS-work is the third fairest up to 8 graphs, less so at 10', 'ranks 3, 3, 3, 3, more',
           'ranks ' || group_concat(u_rank, ', '), NULL, min(CASE batch WHEN 10 THEN u_rank > 3 ELSE u_rank = 3 END)
    FROM (SELECT batch, u_rank FROM cell WHERE kind = 'FFT' AND strategy = 'WPS-work' ORDER BY batch)
    UNION ALL
    SELECT 151, 'F4b', 'FFT: makespan of WPS-work against S up to 8 graphs', 'competitive',
           CASE WHEN count(*) > 0 THEN printf('%+.1f %%', 100 * (avg(w.m / s.m) - 1)) END, '+5 points',
           avg(w.m / s.m) <= 1.05
    FROM cell w JOIN cell s ON s.kind = w.kind AND s.batch = w.batch AND s.strategy = 'S'
    WHERE w.kind = 'FFT' AND w.strategy = 'WPS-work' AND w.batch <= 8
    UNION ALL
    SELECT 160, 'S1', 'Strassen: the schedules of PS-width and WPS-width have the metrics of those of ES', 'identical',
           sum(w.makespan = e.makespan AND w.unfairness = e.unfairness) || ' of ' || count(*), NULL,
           min(w.makespan = e.makespan AND w.unfairness = e.unfairness)
    FROM compared w JOIN compared e USING (platform_id, workload_id)
    WHERE w.kind = 'Strassen' AND w.completed = 8 AND w.strategy IN ('PS-width', 'WPS-width') AND e.strategy = 'ES'
    UNION ALL
    SELECT 180, 'G1a', 'random: best trade-off, the fairest at most 5 % longer than S', 'WPS-width',
           max(names), NULL, max(names) = 'WPS-width' FROM best WHERE kind = 'random'
    UNION ALL
    SELECT 181, 'G1b', 'FFT: best trade-off, the fairest at most 5 % longer than S', 'WPS-width',
           max(names), NULL, max(names) = 'WPS-width' FROM best WHERE kind = 'FFT'
    UNION ALL
    SELECT 182, 'G1c', 'Strassen: best trade-off, the fairest at most 5 % longer than S', 'WPS-work',
           max(names), NULL, max(names) = 'WPS-work' FROM best WHERE kind = 'Strassen'
    UNION ALL
    SELECT 183, 'G1d', 'random: PS-work is the least fair and the shortest', 'ranks 8 and 1',
           'ranks ' || max(u_rank) || ' and ' || max(m_rank), NULL, max(u_rank) = 8 AND max(m_rank) = 1
    FROM mean WHERE kind = 'random' AND strategy = 'PS-work')
SELECT id, claim, paper, coalesce(measured, 'not enough data') AS measured, tolerance,
       CASE holds WHEN 1 THEN 'yes' WHEN 0 THEN 'no' END AS holds
FROM claim ORDER BY place
