-- query: answer
-- says: which strategy is the best and by how much, whether that is significant, and which criteria disagree
-- The sentences of a run's end, of the report and of explore. The numbers are those of @degradation, @pairs and @ranking.
SELECT part, text FROM answer('makespan')
