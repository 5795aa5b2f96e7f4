-- query: answer
-- says: who is the best and by how much, whether that can be told, which criteria disagree, and who is not compared
-- The sentences of a run's end, of the report and of explore. The numbers are those of @degradation, @pairs and @ranking.
SELECT part, text FROM answer('makespan')
