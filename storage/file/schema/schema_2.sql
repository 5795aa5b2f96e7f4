-- Step from version 1 to version 2: what a run was asked for, which results the present study wants, checksums.
-- A checksum is the sum of hashes of the row's other columns (row_checksum.h), computed when the row is written.

-- What a call of `palio run` or `palio resume` was asked for; the first one is stored in the transaction that makes the
-- file. `palio resume` repeats the latest.
CREATE TABLE request (
  id           INTEGER PRIMARY KEY,
  asked        TEXT NOT NULL,     -- UTC, ISO 8601
  sample       INTEGER NOT NULL,  -- instances; 0: all
  shard        INTEGER NOT NULL,  -- which part of the instances, from 1
  shards       INTEGER NOT NULL,  -- of how many
  condition    TEXT NOT NULL,     -- on the columns that tell scenarios apart; empty: none
  time_limit   REAL,              -- s per scenario; 0: none; NULL: relative to what its kind takes
  memory_limit TEXT NOT NULL,     -- per scenario, as typed; empty: its share of the machine
  max_failures TEXT NOT NULL,     -- as typed; empty: any number
  engine       TEXT NOT NULL,     -- simulation engine
  checksum     INTEGER
) STRICT;

-- Results that `palio prune` took away: what the sessions stored and the table `result` no longer holds.
CREATE TABLE pruning (
  id       INTEGER PRIMARY KEY,
  pruned   TEXT NOT NULL,     -- UTC, ISO 8601
  results  INTEGER NOT NULL,  -- rows of `result`
  attempts INTEGER NOT NULL,  -- of those
  failures INTEGER NOT NULL,  -- rows of `failure`
  checksum INTEGER
) STRICT;

ALTER TABLE campaign ADD COLUMN checksum INTEGER;
ALTER TABLE session ADD COLUMN request_id INTEGER REFERENCES request;
ALTER TABLE session ADD COLUMN checksum INTEGER;
ALTER TABLE platform ADD COLUMN checksum INTEGER;
ALTER TABLE workload ADD COLUMN checksum INTEGER;
ALTER TABLE strategy ADD COLUMN checksum INTEGER;
ALTER TABLE failure ADD COLUMN checksum INTEGER;
ALTER TABLE result ADD COLUMN stale INTEGER NOT NULL DEFAULT 0;  -- 1: the present study does not want it
ALTER TABLE result ADD COLUMN checksum INTEGER;                  -- also of its applications

-- Counts and lists what no longer belongs without a look at the rest.
CREATE INDEX result_stale ON result (platform_id, workload_id, strategy_id) WHERE stale;

-- Earlier versions stored the sample of a session and nothing else of what was asked for.
INSERT INTO request (id, asked, sample, shard, shards, condition, memory_limit, max_failures, engine)
SELECT id, started, sample, 1, 1, '', '', '', engine FROM session;
UPDATE session SET request_id = id;

-- The views hold what the present study wants.
DROP VIEW failures;
DROP VIEW applications;
DROP VIEW relative_makespans;

-- Every failed attempt in words; `outcome` and `attempts` tell what became of the scenario.
CREATE VIEW failures AS
SELECT p.key || '-' || w.key || '-' || s.key AS scenario,
       s.label AS strategy, p.label AS platform, w.label AS workload,
       f.attempt, f.kind, f.signal, f.message, f.stderr_tail,
       r.outcome, r.attempt AS attempts
FROM failure f
JOIN result r USING (platform_id, workload_id, strategy_id)
JOIN platform p ON p.id = f.platform_id
JOIN workload w ON w.id = f.workload_id
JOIN strategy s ON s.id = f.strategy_id
WHERE NOT r.stale;

-- The applications of every completed batch.
CREATE VIEW applications AS
SELECT p.key || '-' || w.key || '-' || s.key AS scenario,
       s.label AS strategy, p.label AS platform, w.label AS workload,
       a.application, a.release_date, a.start, a.finish, a.finish - a.release_date AS makespan, a.dedicated_makespan,
       a.dedicated_makespan / (a.finish - a.release_date) AS slowdown,
       (a.finish - a.release_date) / a.dedicated_makespan AS stretch
FROM application_result a
JOIN result r USING (platform_id, workload_id, strategy_id)
JOIN platform p ON p.id = a.platform_id
JOIN workload w ON w.id = a.workload_id
JOIN strategy s ON s.id = a.strategy_id
WHERE NOT r.stale;

-- Every completed scenario against the best of those of its instance that are stored and completed.
CREATE VIEW relative_makespans AS
SELECT p.key || '-' || w.key || '-' || s.key AS scenario,
       s.label AS strategy, p.label AS platform, w.label AS workload,
       r.makespan, r.best_makespan, r.makespan / r.best_makespan AS relative_makespan
FROM (SELECT platform_id, workload_id, strategy_id, makespan,
             min(makespan) OVER (PARTITION BY platform_id, workload_id) AS best_makespan
      FROM result WHERE outcome = 'completed' AND NOT stale) r
JOIN platform p ON p.id = r.platform_id
JOIN workload w ON w.id = r.workload_id
JOIN strategy s ON s.id = r.strategy_id;
