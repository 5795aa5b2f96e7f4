-- The claims of RR-6774 (N'Takpe, Suter), section 8, beside what a campaign of the study ptg-constrained gave.
-- Unfairness and relative makespan are means over the instances of a kind and a batch size that every strategy of the
-- kind completed; a claim that names no batch size averages over the sizes. `holds` is computed: an order, or a number
-- within `tolerance` of the paper's; NULL: not enough data.
WITH
  expected AS (
    SELECT workload_family, count(DISTINCT strategy) AS strategies FROM results GROUP BY workload_family),
  compared AS (
    SELECT r.workload_family AS family, r.batch, r.strategy_name AS strategy, r.unfairness,
           r.makespan / min(r.makespan) OVER instance AS relative,
           count(*) FILTER (WHERE r.outcome = 'completed') OVER instance AS completed, e.strategies
    FROM results r JOIN expected e USING (workload_family)
    WINDOW instance AS (PARTITION BY r.platform, r.workload)),
  cell AS (
    SELECT family, batch, strategy, count(*) AS instances, avg(unfairness) AS unfairness, avg(relative) AS relative
    FROM compared WHERE completed = strategies GROUP BY family, batch, strategy),
  -- Against S in the same cell.
  cell_s AS (
    SELECT c.*, c.unfairness / s.unfairness AS u_to_s, c.relative / s.relative AS m_to_s,
           c.unfairness - lag(c.unfairness) OVER sizes AS u_step, c.relative - lag(c.relative) OVER sizes AS m_step,
           rank() OVER (PARTITION BY c.family, c.batch ORDER BY c.unfairness) AS fairness_rank
    FROM cell c JOIN cell s ON s.family = c.family AND s.batch = c.batch AND s.strategy = 'S'
    WINDOW sizes AS (PARTITION BY c.family, c.strategy ORDER BY c.batch)),
  -- Over the batch sizes.
  mean AS (
    SELECT family, strategy, avg(unfairness) AS u, avg(relative) AS m, 100 * (avg(u_to_s) - 1) AS u_pct,
           count(*) AS sizes, min(u_step) AS smallest_u_step, min(m_step) AS smallest_m_step,
           rank() OVER (PARTITION BY family ORDER BY avg(unfairness)) AS fairness_rank,
           rank() OVER (PARTITION BY family ORDER BY avg(relative)) AS makespan_rank
    FROM cell_s GROUP BY family, strategy),
  random AS (SELECT * FROM mean WHERE family = 'random-batch' AND sizes > 1),
  fft AS (SELECT * FROM mean WHERE family = 'fft-batch' AND sizes > 1),
  strassen AS (SELECT * FROM mean WHERE family = 'strassen-batch' AND sizes > 1),
  claim(place, id, claim, paper, measured, tolerance, holds) AS (
    SELECT 1, 'R1', 'random: unfairness grows with the batch size for every strategy', 'all',
           sum(smallest_u_step > 0) || ' of ' || count(*), NULL, sum(smallest_u_step > 0) = count(*)
    FROM random HAVING count(*) > 0
    UNION ALL
    SELECT 2, 'R2', 'random: ES, WPS-cp, WPS-width, WPS-work, PS-width are fairer than S, PS-cp and PS-work are not',
           '7 of 7', sum((strategy IN ('PS-cp', 'PS-work')) = (u_pct > 0)) || ' of ' || count(*), NULL,
           sum((strategy IN ('PS-cp', 'PS-work')) = (u_pct > 0)) = count(*)
    FROM random WHERE strategy <> 'S' HAVING count(*) > 0
    UNION ALL
    SELECT 3, 'R3-' || strategy, 'random: unfairness of ' || strategy || ' against S', '-16 %', printf('%+.1f %%', u_pct),
           '5 points', abs(u_pct + 16) <= 5
    FROM random WHERE strategy IN ('WPS-cp', 'PS-width')
    UNION ALL
    SELECT 4, 'R4-' || strategy, 'random: unfairness of ' || strategy || ' against S', '-36 %', printf('%+.1f %%', u_pct),
           '5 points', abs(u_pct + 36) <= 5
    FROM random WHERE strategy IN ('ES', 'WPS-work')
    UNION ALL
    SELECT 5, 'R5a', 'random: WPS-width is the fairest', 'rank 1', 'rank ' || fairness_rank, NULL, fairness_rank = 1
    FROM random WHERE strategy = 'WPS-width'
    UNION ALL
    SELECT 5, 'R5b', 'random: unfairness of WPS-width against S', '-50 %', printf('%+.1f %%', u_pct), '5 points',
           abs(u_pct + 50) <= 5
    FROM random WHERE strategy = 'WPS-width'
    UNION ALL
    SELECT 5, 'R5c', 'random: that gain is steady from 4 to 10 graphs', 'steady',
           printf('%+.1f to %+.1f %%', 100 * (min(u_to_s) - 1), 100 * (max(u_to_s) - 1)), '10 points apart',
           max(u_to_s) - min(u_to_s) <= 0.1
    FROM cell_s WHERE family = 'random-batch' AND strategy = 'WPS-width' AND batch >= 4 HAVING count(*) > 1
    UNION ALL
    SELECT 6, 'R6', 'random: PS-work and PS-cp have the shortest makespans, PS-work the shortest', 'PS-work, PS-cp',
           group_concat(strategy, ', '), NULL, group_concat(strategy, ', ') = 'PS-work, PS-cp'
    FROM (SELECT strategy FROM random ORDER BY m LIMIT 2) HAVING count(*) > 0
    UNION ALL
    SELECT 7, 'R7', 'random: the relative makespan of S rises with the batch size', 'rises',
           (SELECT group_concat(printf('%.3f', relative), ', ') FROM
              (SELECT relative FROM cell WHERE family = 'random-batch' AND strategy = 'S' ORDER BY batch)),
           NULL, smallest_m_step > 0
    FROM random WHERE strategy = 'S'
    UNION ALL
    SELECT 8, 'R8', 'random: relative makespan of PS-width over that of WPS-cp', 'almost 2', printf('%.2f', w.m / c.m), '0.3',
           abs(w.m / c.m - 2) <= 0.3
    FROM random w JOIN random c ON c.strategy = 'WPS-cp' WHERE w.strategy = 'PS-width'
    UNION ALL
    SELECT 9, 'R9a', 'random: WPS-work is closer to the best than S', '4 to 15 %',
           printf('%.1f to %.1f %%', 100 * (1 - max(m_to_s)), 100 * (1 - min(m_to_s))), '3 points',
           abs(1 - max(m_to_s) - 0.04) <= 0.03 AND abs(1 - min(m_to_s) - 0.15) <= 0.03
    FROM cell_s WHERE family = 'random-batch' AND strategy = 'WPS-work' HAVING count(*) > 1
    UNION ALL
    SELECT 9, 'R9b', 'random: makespans of ES are longer than those of S', 'longer', printf('%+.1f %%', 100 * (e.m / s.m - 1)),
           NULL, e.m > s.m
    FROM random e JOIN random s ON s.strategy = 'S' WHERE e.strategy = 'ES'
    UNION ALL
    SELECT 10, 'R10a', 'random: makespan of WPS-width against S', 'competitive', printf('%+.1f %%', 100 * (w.m / s.m - 1)),
           '5 points', w.m / s.m - 1 <= 0.05
    FROM random w JOIN random s ON s.strategy = 'S' WHERE w.strategy = 'WPS-width'
    UNION ALL
    SELECT 10, 'R10b', 'random: makespan of WPS-width against PS-work', '+16 %', printf('%+.1f %%', 100 * (w.m / p.m - 1)),
           '5 points', abs(w.m / p.m - 1.16) <= 0.05
    FROM random w JOIN random p ON p.strategy = 'PS-work' WHERE w.strategy = 'WPS-width'
    UNION ALL
    SELECT 10, 'R10c', 'random: unfairness of WPS-width against PS-work', '-55 %', printf('%+.1f %%', 100 * (w.u / p.u - 1)),
           '5 points', abs(w.u / p.u - 0.45) <= 0.05
    FROM random w JOIN random p ON p.strategy = 'PS-work' WHERE w.strategy = 'WPS-width'
    UNION ALL
    SELECT 12, 'F1a', 'FFT: unfairness is lower than on random graphs', 'all', sum(f.u < r.u) || ' of ' || count(*), NULL,
           sum(f.u < r.u) = count(*)
    FROM fft f JOIN random r USING (strategy) HAVING count(*) > 0
    UNION ALL
    SELECT 12, 'F1b', 'FFT: nearly the ranking of fairness of random graphs (Spearman)', 'nearly 1',
           printf('%.2f', 1 - 6.0 * sum((f.fairness_rank - r.fairness_rank) * (f.fairness_rank - r.fairness_rank)) /
                              (count(*) * (count(*) * count(*) - 1))), '0.3',
           1 - 6.0 * sum((f.fairness_rank - r.fairness_rank) * (f.fairness_rank - r.fairness_rank)) /
               (count(*) * (count(*) * count(*) - 1)) >= 0.7
    FROM fft f JOIN random r USING (strategy) HAVING count(*) > 1
    UNION ALL
    SELECT 13, 'F2a', 'FFT: PS-width is the second fairest', 'rank 2', 'rank ' || fairness_rank, NULL, fairness_rank = 2
    FROM fft WHERE strategy = 'PS-width'
    UNION ALL
    SELECT 13, 'F2b', 'FFT: makespan of PS-width against WPS-width', 'shorter', printf('%+.1f %%', 100 * (p.m / w.m - 1)), NULL,
           p.m < w.m
    FROM fft p JOIN fft w ON w.strategy = 'WPS-width' WHERE p.strategy = 'PS-width'
    UNION ALL
    SELECT 14, 'F3', 'FFT: relative makespan of ES at 10 graphs', 'up to 2', printf('%.2f', relative), '0.3',
           abs(relative - 2) <= 0.3
    FROM cell WHERE family = 'fft-batch' AND strategy = 'ES' AND batch = 10
    UNION ALL
    SELECT 15, 'F4a', 'FFT: WPS-work is the third fairest up to 8 graphs, less so at 10', 'ranks 3, 3, 3, 3, more',
           'ranks ' || group_concat(fairness_rank, ', '), NULL,
           min(batch = 10 OR fairness_rank = 3) AND max(batch = 10 AND fairness_rank > 3)
    FROM (SELECT batch, fairness_rank FROM cell_s WHERE family = 'fft-batch' AND strategy = 'WPS-work' ORDER BY batch)
    HAVING count(*) > 1
    UNION ALL
    SELECT 15, 'F4b', 'FFT: makespan of WPS-work against S up to 8 graphs', 'competitive',
           printf('%+.1f %%', 100 * (avg(m_to_s) - 1)), '5 points', avg(m_to_s) <= 1.05
    FROM cell_s WHERE family = 'fft-batch' AND strategy = 'WPS-work' AND batch <= 8 HAVING count(*) > 1
    UNION ALL
    SELECT 16, 'S1', 'Strassen: PS-width and WPS-width are ES', 'identical',
           sum(w.makespan = e.makespan AND w.unfairness = e.unfairness) || ' of ' || count(*), NULL,
           min(w.makespan = e.makespan AND w.unfairness = e.unfairness)
    FROM results w JOIN results e ON e.platform = w.platform AND e.workload = w.workload AND e.strategy_name = 'ES'
    WHERE w.workload_family = 'strassen-batch' AND w.strategy_name IN ('PS-width', 'WPS-width')
      AND w.outcome = 'completed' AND e.outcome = 'completed' HAVING count(*) > 0
    UNION ALL
    SELECT 17, 'S2a', 'Strassen: unfairness of WPS-work against ES', '+25 %', printf('%+.1f %%', 100 * (w.u / e.u - 1)), '5 points',
           abs(w.u / e.u - 1.25) <= 0.05
    FROM strassen w JOIN strassen e ON e.strategy = 'ES' WHERE w.strategy = 'WPS-work'
    UNION ALL
    SELECT 17, 'S2b', 'Strassen: makespan of ES against WPS-work', '+35 %', printf('%+.1f %%', 100 * (e.m / w.m - 1)), '5 points',
           abs(e.m / w.m - 1.35) <= 0.05
    FROM strassen w JOIN strassen e ON e.strategy = 'ES' WHERE w.strategy = 'WPS-work'
    UNION ALL
    SELECT 18, 'G1', 'random: PS-work is the least fair and the shortest', 'ranks 8 and 1',
           'ranks ' || fairness_rank || ' and ' || makespan_rank, NULL, fairness_rank = 8 AND makespan_rank = 1
    FROM random WHERE strategy = 'PS-work')
SELECT id, claim, paper, measured, tolerance, CASE holds WHEN 1 THEN 'yes' WHEN 0 THEN 'no' END AS holds
FROM claim ORDER BY place, id
