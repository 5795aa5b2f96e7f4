  attempt AS NOT MATERIALIZED (
    SELECT platform_id, workload_id, strategy_id, makespan AS value, makespan AS cost, outcome <> 'completed' AS failed
    FROM result),
  tally AS MATERIALIZED (
    SELECT strategy_id, count(*) AS ran, count(value) AS completed, count(cost) AS comparable, sum(failed) AS failed
    FROM attempt GROUP BY strategy_id),
  -- Compared are the strategies that completed at least half of what they ran, and ran at least three quarters of the
  -- instances of the one of them that ran most: a campaign may be running, and strategies be for some workloads only.
  widest AS MATERIALIZED (
    SELECT strategy_id, ran FROM tally JOIN strategy ON id = strategy_id WHERE 2 * comparable >= ran
    ORDER BY ran DESC, label LIMIT 1),
  contender AS MATERIALIZED (
    SELECT other.strategy_id
    FROM widest CROSS JOIN result mine USING (strategy_id)
    CROSS JOIN result other ON other.platform_id = mine.platform_id AND other.workload_id = mine.workload_id
    WHERE other.strategy_id IN (SELECT strategy_id FROM tally WHERE 2 * comparable >= ran)
    GROUP BY other.strategy_id HAVING count(*) >= 0.75 * max(widest.ran)),
  field AS MATERIALIZED (SELECT count(*) AS strategies FROM contender),
  -- Common are the instances that all of them completed. Only one above 0 is the best, and only of two or more.
  contest AS (
    SELECT platform_id, workload_id, strategy_id,
           iif(count(cost) OVER instance = (SELECT strategies FROM field), cost, NULL) AS cost,
           iif(count(cost) OVER instance = max(2, (SELECT strategies FROM field)), nullif(min(cost) OVER instance, 0), NULL)
             AS best
    FROM (SELECT platform_id, workload_id, strategy_id, iif(strategy_id IN contender, cost, NULL) AS cost FROM attempt)
    WINDOW instance AS (PARTITION BY platform_id, workload_id)),
  excuse AS NOT MATERIALIZED (
    SELECT strategy_id, CASE WHEN completed = 0 THEN 'completed nothing'
                             WHEN comparable = 0 THEN 'no value to compare'
                             WHEN 2 * comparable < ran THEN 'completed less than half'
                             WHEN strategy_id NOT IN contender THEN 'not run everywhere'
                             WHEN (SELECT strategies FROM field) < 2 THEN 'nothing to compare with' END AS note FROM tally),
