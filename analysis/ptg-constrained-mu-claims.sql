-- Claim R11 of RR-6774 (N'Takpe, Suter), section 7 and figure 2, beside what a campaign of the study ptg-constrained-mu
-- gave: what mu balances in WPS-work on random graphs. Compared are the study's eleven settings of mu, known by their
-- labels; only instances that all eleven completed. Means over the instances of a batch size, then over the five batch
-- sizes; without one of them a row says "not enough data" and `holds` is NULL. The other curves: ptg-constrained-mu-figure.sql.
WITH
  steps(mu) AS (VALUES (0.0), (0.1), (0.2), (0.3), (0.4), (0.5), (0.6), (0.7), (0.8), (0.9), (1.0)),
  contender(label, mu) AS (SELECT CASE mu WHEN 0.7 THEN 'WPS-work' ELSE printf('WPS-work:mu=%g', mu) END, mu FROM steps),
  compared AS (
    SELECT w.batch, c.mu, r.unfairness, r.makespan, count(*) OVER (PARTITION BY r.platform_id, r.workload_id) AS completed
    FROM result r
    JOIN workload w ON w.id = r.workload_id
    JOIN strategy s ON s.id = r.strategy_id
    JOIN contender c ON c.label = s.label
    WHERE w.family = 'random-batch' AND w.batch IN (2, 4, 6, 8, 10) AND r.outcome = 'completed' AND r.unfairness IS NOT NULL),
  cell AS (
    SELECT batch, mu, avg(unfairness) AS u, avg(makespan) AS m FROM compared WHERE completed = 11 GROUP BY batch, mu),
  point AS (SELECT mu, avg(u) AS u, avg(m) AS m FROM cell GROUP BY mu HAVING count(*) = 5),
  step AS (SELECT *, u - lag(u) OVER (ORDER BY mu) AS u_step, m - lag(m) OVER (ORDER BY mu) AS m_step FROM point),
  -- A single row, NULL without data.
  curve AS (
    SELECT count(*) AS points, sum(u_step < 0) AS fairer, sum(m_step > 0) AS longer,
           max(u) FILTER (WHERE mu = 0) AS u0, max(u) FILTER (WHERE mu = 0.7) AS u7, max(u) FILTER (WHERE mu = 1) AS u1,
           max(m) FILTER (WHERE mu = 0) AS m0, max(m) FILTER (WHERE mu = 0.7) AS m7, max(m) FILTER (WHERE mu = 1) AS m1
    FROM step),
  -- The part of the whole gain in fairness that lies above 0.7; NULL when there is no gain.
  gain AS (SELECT *, CASE WHEN u0 > u1 THEN (u7 - u1) / (u0 - u1) END AS above FROM curve),
  claim(place, id, claim, paper, measured, tolerance, holds) AS (
    SELECT 1, 'R11a', 'random: unfairness of WPS-work falls with every step of mu from 0 to 1', '10 of 10',
           fairer || ' of 10', NULL, fairer = 10
    FROM gain
    UNION ALL
    SELECT 2, 'R11b', 'random: mean makespan of WPS-work rises with every step of mu from 0 to 1', '10 of 10',
           longer || ' of 10', NULL, longer = 10
    FROM gain
    UNION ALL
    SELECT 3, 'R11c', 'random: share of the gain in fairness that WPS-work makes above mu = 0.7', 'little',
           CASE WHEN points = 0 THEN NULL WHEN above IS NULL THEN 'no gain' ELSE printf('%.0f %%', 100 * above) END,
           'at most 20 %', CASE WHEN points > 0 THEN coalesce(above <= 0.2, 0) END
    FROM gain
    UNION ALL
    SELECT 4, 'R11d', 'random: the mean makespan of WPS-work rises more quickly above mu = 0.7 than below', 'more quickly',
           CASE WHEN points > 0 THEN printf('%+.1f s against %+.1f s per 0.1', (m1 - m7) / 3, (m7 - m0) / 7) END, NULL,
           (m1 - m7) / 3 > (m7 - m0) / 7
    FROM gain)
SELECT id, claim, paper, coalesce(measured, 'not enough data') AS measured, tolerance,
       CASE holds WHEN 1 THEN 'yes' WHEN 0 THEN 'no' END AS holds
FROM claim ORDER BY place
