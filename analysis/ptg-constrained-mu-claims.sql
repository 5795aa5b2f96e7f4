-- Figure 2 and claim R11 of RR-6774 (N'Takpe, Suter): what mu balances, from a campaign of the study ptg-constrained-mu.
-- Per kind of graphs and strategy the mean unfairness and the mean makespan at mu = 0, 0.7 and 1, how many of the steps
-- of mu from 0 to 1 lower the unfairness and lengthen the makespan, and which part of the gain in fairness lies above 0.7.
WITH
  expected AS (
    SELECT workload_family, count(DISTINCT strategy) AS strategies FROM results GROUP BY workload_family),
  compared AS (
    SELECT r.workload_family AS family, r.strategy_name AS strategy, r.mu, r.unfairness, r.makespan, e.strategies,
           count(*) FILTER (WHERE r.outcome = 'completed') OVER (PARTITION BY r.platform, r.workload) AS completed
    FROM results r JOIN expected e USING (workload_family)),
  cell AS (
    SELECT family, strategy, mu, count(*) AS instances, avg(unfairness) AS u, avg(makespan) AS m
    FROM compared WHERE completed = strategies GROUP BY family, strategy, mu),
  step AS (
    SELECT *, u - lag(u) OVER mus AS u_step, m - lag(m) OVER mus AS m_step
    FROM cell WINDOW mus AS (PARTITION BY family, strategy ORDER BY mu)),
  curve AS (
    SELECT family, strategy, min(instances) AS instances, count(u_step) AS steps,
           sum(u_step < 0) AS fairer, sum(m_step > 0) AS longer,
           max(u) FILTER (WHERE mu = 0) AS u0, max(u) FILTER (WHERE mu = 0.7) AS u7, max(u) FILTER (WHERE mu = 1) AS u1,
           max(m) FILTER (WHERE mu = 0) AS m0, max(m) FILTER (WHERE mu = 0.7) AS m7, max(m) FILTER (WHERE mu = 1) AS m1
    FROM step GROUP BY family, strategy)
SELECT 'R11' AS id, replace(family, '-batch', '') AS kind, strategy, instances,
       printf('%.3f, %.3f, %.3f', u0, u7, u1) AS unfairness, printf('%.0f, %.0f, %.0f', m0, m7, m1) AS makespan_s,
       fairer || ' of ' || steps AS fairer_steps, longer || ' of ' || steps AS longer_steps,
       printf('%.0f %%', 100 * (u7 - u1) / nullif(u0 - u1, 0)) AS gain_above_07,
       CASE WHEN family = 'random-batch' AND strategy = 'WPS-work' THEN 'all, all, little' END AS paper,
       CASE WHEN family = 'random-batch' AND strategy = 'WPS-work' AND steps > 0
            THEN CASE WHEN fairer = steps AND longer = steps AND u7 - u1 <= 0.2 * (u0 - u1) THEN 'yes' ELSE 'no' END END AS holds
FROM curve
ORDER BY family <> 'random-batch', family, strategy <> 'WPS-work', strategy
