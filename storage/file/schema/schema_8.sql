-- Step from version 7 to version 8: what a run was asked for, in words as they were typed. What requests are looked up
-- by stays a column: the part of the study.

ALTER TABLE request ADD COLUMN options TEXT NOT NULL DEFAULT '[]';  -- of palio run, as typed: JSON, ["--timeout=5"]

UPDATE request SET options = (
  SELECT json_group_array(word) FROM (
    SELECT '--timeout=' || time_limit AS word WHERE time_limit IS NOT NULL
    UNION ALL SELECT '--memory=' || memory_limit WHERE memory_limit <> ''
    UNION ALL SELECT '--max-failures=' || max_failures WHERE max_failures <> ''
    UNION ALL SELECT '--engine=' || lower(engine) WHERE engine <> ''
    UNION ALL SELECT '--audit=' || 100 * audit || '%' WHERE audit IS NOT NULL
    UNION ALL SELECT '--isolation=' || isolation WHERE isolation IS NOT NULL));

ALTER TABLE request DROP COLUMN time_limit;
ALTER TABLE request DROP COLUMN memory_limit;
ALTER TABLE request DROP COLUMN max_failures;
ALTER TABLE request DROP COLUMN engine;
ALTER TABLE request DROP COLUMN audit;
ALTER TABLE request DROP COLUMN isolation;
