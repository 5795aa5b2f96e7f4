-- Which strategies are best as durations become less certain: those that are among the best three at some deviation.
-- metric: any
-- needs: workload.uncertainty

CREATE TEMP TABLE robust AS SELECT * FROM @robustness;
CREATE TEMP VIEW shown AS
SELECT * FROM robust WHERE strategy IN (SELECT strategy FROM robust GROUP BY strategy HAVING min(place) <= 3 ORDER BY avg(place) LIMIT 10);

-- figure: robustness
-- chart: line
-- title: Mean makespan by how uncertain durations are
-- says: Mean over the realizations, against the best strategy of the instance, by the coefficient of variation of a task's
--   duration, with 95 % intervals. Where two lines cross, another strategy is better from there on.
-- x: coefficient of variation of durations
-- y: mean makespan / best of the instance
SELECT law AS panel, deviation AS x, mean_ratio AS y, low, high, strategy AS series, instances FROM shown
WHERE law IN (SELECT law FROM robust GROUP BY law HAVING count(DISTINCT deviation) > 1) ORDER BY panel, series, x;

-- figure: tail
-- chart: scatter
-- title: Mean against the 95 % quantile
-- says: Mean and 95 % quantile of the makespan over the realizations, both against the best of the instance, at the largest
--   deviation of each law; best is the lower left.
-- x: mean makespan / best of the instance, log
-- y: 95 % quantile / best of the instance, log
SELECT mean_ratio AS x, low AS x_low, high AS x_high, p95_ratio AS y, strategy AS series, law AS panel, instances
FROM robust r WHERE deviation = (SELECT max(deviation) FROM robust o WHERE o.law = r.law) ORDER BY panel, series;
