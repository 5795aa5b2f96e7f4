-- query: effects
-- says: which axes, interactions and draws explain a metric or the ratio of two strategies, and where these differ most
-- Over the instances where all compared strategies have a value, or both of the two. `value` is percent of the variance for
-- parts axis, interaction, together and draws, a variance for variance, else a mean or ratio with its 95 % interval for
-- other draws. The parts are explained in docs/queries.md. Interactions below 0.1 %, or no larger than by chance, are left
-- out here.
SELECT part, effect, level, value, low, high, chance, freedom, cases, note
FROM effects('makespan')
WHERE part <> 'interaction' OR value IS NULL OR value >= max(0.1, coalesce(chance, 0))
ORDER BY place
