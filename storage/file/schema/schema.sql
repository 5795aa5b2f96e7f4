-- Schema of a Palio campaign. One file holds one study's campaign.
-- The program write_made_schema.cpp puts the metrics of core/metrics.cpp in the places @...@. Query the view `results` (built by results_view.cpp: its columns follow the parameters in use); the tables are its source.
-- Times are seconds, works flop, speeds flop/s, sizes bytes. NULL means "does not apply" or "was not measured", never zero.

PRAGMA application_id = 1346456649;  -- 0x50414C49, "PALI": how a campaign is told from other SQLite files

CREATE TABLE campaign (
  id         INTEGER PRIMARY KEY CHECK (id = 1),  -- a single row
  study      TEXT NOT NULL,     -- name; never changes
  title      TEXT NOT NULL,     -- this column and those below follow the latest run
  source     TEXT NOT NULL,     -- publication
  seed       INTEGER NOT NULL,
  study_path TEXT NOT NULL,     -- as typed
  study_text TEXT NOT NULL,     -- the whole study file
  created    TEXT NOT NULL,     -- UTC, ISO 8601
  keeps      TEXT NOT NULL DEFAULT 'metrics' CHECK (keeps IN ('metrics', 'realizations')),  -- of a result
  checksum   INTEGER            -- of each row: the sum of hashes of its other columns (row_checksum.h)
) STRICT;

-- What a call of `palio run` or `palio resume` was asked for; the first one is stored in the transaction that makes the
-- file. `palio resume` repeats the latest.
CREATE TABLE request (
  id          INTEGER PRIMARY KEY,
  asked       TEXT NOT NULL,     -- UTC, ISO 8601
  sample      INTEGER NOT NULL,  -- instances; 0: all
  shard       INTEGER NOT NULL,  -- which part of the instances, from 1
  shards      INTEGER NOT NULL,  -- of how many
  condition   TEXT NOT NULL,     -- on the columns that tell scenarios apart; empty: none
  options     TEXT NOT NULL,     -- of palio run, as typed: JSON, ["--timeout=5"]
  shard_rule  TEXT,              -- 'rounds' or 'costs' (campaign/shards/shard.h)
  shard_costs TEXT,              -- what 'costs' goes by: factors of the study's values, JSON; NULL: other rules
  checksum    INTEGER
) STRICT;

-- One row per call of `palio run` or `palio resume`.
CREATE TABLE session (
  id             INTEGER PRIMARY KEY,  -- of this file alone, in the order of their starts
  key            INTEGER NOT NULL,     -- the same in every file: hash of what it is known by (session_table.cpp)
  started        TEXT NOT NULL,   -- UTC, ISO 8601
  ended          TEXT,            -- NULL: still running, or killed
  how            TEXT CHECK (how IN ('finished', 'interrupted')),  -- NULL together with `ended`
  host           TEXT NOT NULL,
  pid            INTEGER NOT NULL,
  palio_version  TEXT NOT NULL,
  compiler       TEXT NOT NULL,
  engine         TEXT NOT NULL,   -- simulation engine
  engine_version TEXT NOT NULL,
  jobs           INTEGER NOT NULL,  -- simulations at a time
  sample         INTEGER NOT NULL,  -- instances asked for; 0: all
  planned        INTEGER NOT NULL,  -- scenarios the session set out to run
  wanted         INTEGER NOT NULL,  -- scenarios of its part of the study, also those that were stored before
  stored_before  INTEGER NOT NULL,  -- of the wanted ones, when it began
  results_before INTEGER NOT NULL,  -- rows of `result` when it began; every row since then is a wanted one
  completed      INTEGER NOT NULL DEFAULT 0,  -- attempts it stored, by outcome
  failed         INTEGER NOT NULL DEFAULT 0,
  request_id     INTEGER NOT NULL REFERENCES request,
  pace           TEXT,  -- what the end is forecast from, as of its latest results, JSON (campaign/session/time_left.h); NULL: none yet
  pace_told      TEXT,  -- when, UTC, ISO 8601
  checksum       INTEGER,
  CHECK ((ended IS NULL) = (how IS NULL))
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

-- Dimensions. The id of a row is its key as a number, so that it is the same in every campaign. Each table gets one more
-- column per parameter, named and typed like it, when a study first uses the parameter; NULL in such a column: the family
-- or strategy of this row has no such parameter.
CREATE TABLE platform (
  id        INTEGER PRIMARY KEY,
  key       TEXT NOT NULL,         -- 12 hexadecimal digits: hash of `canonical`
  canonical TEXT NOT NULL,         -- identity: name and all parameters, sorted
  label     TEXT NOT NULL UNIQUE,  -- for people: `canonical` without defaults
  family    TEXT NOT NULL,
  checksum  INTEGER
) STRICT;

CREATE TABLE workload (
  id        INTEGER PRIMARY KEY,
  key       TEXT NOT NULL,
  canonical TEXT NOT NULL,
  label     TEXT NOT NULL UNIQUE,
  family    TEXT NOT NULL,
  checksum  INTEGER
) STRICT;

CREATE TABLE strategy (
  id        INTEGER PRIMARY KEY,
  key       TEXT NOT NULL,
  canonical TEXT NOT NULL,
  label     TEXT NOT NULL UNIQUE,
  name      TEXT NOT NULL,
  checksum  INTEGER
) STRICT;

-- Content of the input files that platforms and workloads of family `file` were read from.
CREATE TABLE input_file (
  digest   TEXT PRIMARY KEY,  -- 32 hexadecimal digits of the content's hash; parameter `digest` of the recipe
  content  TEXT NOT NULL,
  read     TEXT NOT NULL,     -- UTC, ISO 8601; by the latest run that did
  checksum INTEGER
) STRICT;

-- The latest attempt at every scenario: what is measured of any workload, and what it cost. The view `measured` shows it
-- with the metrics of its kind and those that follow from others.
-- WITHOUT ROWID, and runs go in the order of the ids (campaign/plan): measured in docs/database.md.
CREATE TABLE result (
  platform_id          INTEGER NOT NULL REFERENCES platform,
  workload_id          INTEGER NOT NULL REFERENCES workload,
  strategy_id          INTEGER NOT NULL REFERENCES strategy,
  stale                INTEGER NOT NULL DEFAULT 0,  -- 1: the present study does not want it
  failure              TEXT,              -- how it failed (core/outcome.h); NULL: it completed
  attempt              INTEGER NOT NULL CHECK (attempt >= 1),
  session_id           INTEGER NOT NULL REFERENCES session,  -- its checksum covers the session's key instead
  own                  INTEGER NOT NULL DEFAULT 0,  -- 1: it has a row of its own in table instance
  kinds                INTEGER NOT NULL DEFAULT 0,  -- 1: it has a row in batch_result; 2: in uncertain_result; 3: in both
@result@  schedule_ns          INTEGER NOT NULL,  -- CPU: from the instance to the schedule
  simulation_ns        INTEGER NOT NULL,  -- CPU: the engine's platform and simulation
  total_ns             INTEGER NOT NULL,  -- CPU: everything the scenario's process did
  peak_memory          REAL NOT NULL,     -- byte: largest resident set of that process
  lp_ns                INTEGER,  -- CPU: linear programs, part of schedule_ns; NULL: the strategy solves none
  engine_difference    REAL,     -- largest relative difference of a value from the audit engine's; NULL: not audited
  checksum             INTEGER,  -- also of what the tables below say of it, failures excepted
  PRIMARY KEY (platform_id, workload_id, strategy_id),
  CONSTRAINT metrics_belong_to_completed CHECK (
    (failure IS NULL AND makespan IS NOT NULL) OR
    (failure IS NOT NULL AND
     coalesce(@result names@) IS NULL))
) STRICT, WITHOUT ROWID;

-- Counts failures by kind and lists them without a look at the completed ones; as SQLite writes `outcome` of `measured`.
CREATE INDEX result_failed ON result (coalesce(failure, 'completed') COLLATE BINARY)
  WHERE coalesce(failure, 'completed') COLLATE BINARY <> 'completed';
-- Counts and lists what no longer belongs without a look at the rest.
CREATE INDEX result_stale ON result (stale) WHERE stale;
-- Counts them without a look at the others.
CREATE INDEX result_audited ON result (engine_difference) WHERE engine_difference IS NOT NULL;

-- What the strategies share that ran on a platform with a workload.
CREATE TABLE instance (
  platform_id INTEGER NOT NULL REFERENCES platform,
  workload_id INTEGER NOT NULL REFERENCES workload,
  strategy_id INTEGER NOT NULL,  -- 0; or that of a result with other values, as of strategies that choose the number of tasks
@instance@  PRIMARY KEY (platform_id, workload_id, strategy_id)
) STRICT, WITHOUT ROWID;

-- What is measured of workloads of several applications, and of bags of tasks. No row: nothing.
CREATE TABLE batch_result (
  platform_id          INTEGER NOT NULL,
  workload_id          INTEGER NOT NULL,
  strategy_id          INTEGER NOT NULL,
@batch@  PRIMARY KEY (platform_id, workload_id, strategy_id),
  FOREIGN KEY (platform_id, workload_id, strategy_id) REFERENCES result
) STRICT, WITHOUT ROWID;

-- What is measured over the realizations of an uncertain workload. No row: nothing.
CREATE TABLE uncertain_result (
  platform_id          INTEGER NOT NULL,
  workload_id          INTEGER NOT NULL,
  strategy_id          INTEGER NOT NULL,
@uncertain@  PRIMARY KEY (platform_id, workload_id, strategy_id),
  FOREIGN KEY (platform_id, workload_id, strategy_id) REFERENCES result
) STRICT, WITHOUT ROWID;

-- Results as people ask for them, without what other tables hold: in an aggregate SQLite looks up the rows of each
-- joined table, also of one that it does not need.
CREATE VIEW plain_result AS
SELECT platform_id, workload_id, strategy_id, coalesce(failure, 'completed') AS outcome, attempt, session_id,
       @result names@, schedule_ns / 1e9 AS schedule_time, simulation_ns / 1e9 AS simulation_time,
       total_ns / 1e9 AS total_time, peak_memory, lp_ns / 1e9 AS lp_time, engine_difference, stale, checksum
FROM result;

-- With all metrics. A key that is NULL is not looked up.
CREATE VIEW measured AS
SELECT r.platform_id, r.workload_id, r.strategy_id, coalesce(r.failure, 'completed') AS outcome, r.attempt, r.session_id,
       @all@, r.schedule_ns / 1e9 AS schedule_time,
       r.simulation_ns / 1e9 AS simulation_time, r.total_ns / 1e9 AS total_time, r.peak_memory,
       r.lp_ns / 1e9 AS lp_time, r.engine_difference, r.stale, r.checksum
FROM result r
LEFT JOIN instance i
  ON r.failure IS NULL AND i.platform_id = r.platform_id AND i.workload_id = r.workload_id AND
     i.strategy_id = iif(r.own, r.strategy_id, 0)
LEFT JOIN batch_result b
  ON b.platform_id = iif(r.kinds & 1, r.platform_id, NULL) AND b.workload_id = r.workload_id AND b.strategy_id = r.strategy_id
LEFT JOIN uncertain_result u
  ON u.platform_id = iif(r.kinds & 2, r.platform_id, NULL) AND u.workload_id = r.workload_id AND u.strategy_id = r.strategy_id;

-- One row per application of a batch; none for a workload of one application, which would repeat its metrics.
CREATE TABLE application_result (
  platform_id  INTEGER NOT NULL,
  workload_id  INTEGER NOT NULL,
  strategy_id  INTEGER NOT NULL,
  application  INTEGER NOT NULL,  -- position in the batch, from 0
  release_date REAL NOT NULL,     -- s since the start of the scenario, like the other dates
  start        REAL NOT NULL,     -- s; first task
  finish       REAL NOT NULL,     -- s; last task
  dedicated_makespan REAL,        -- s; alone on the platform, by the strategy's yardstick; NULL: it has none
  PRIMARY KEY (platform_id, workload_id, strategy_id, application),
  FOREIGN KEY (platform_id, workload_id, strategy_id) REFERENCES result
) STRICT, WITHOUT ROWID;

-- A row per realization of a completed scenario, in campaigns that keep them (--keep realizations). The view
-- `realizations` is made by results_view.cpp.
CREATE TABLE realization (
  platform_id INTEGER NOT NULL,
  workload_id INTEGER NOT NULL,
  strategy_id INTEGER NOT NULL,
  r           INTEGER NOT NULL,  -- number, from 0; that of all strategies on the instance is the same draw
  makespan    REAL NOT NULL,     -- s
  replans     INTEGER NOT NULL,  -- plans after the first
  PRIMARY KEY (platform_id, workload_id, strategy_id, r),
  FOREIGN KEY (platform_id, workload_id, strategy_id) REFERENCES result
) STRICT, WITHOUT ROWID;

-- Every failed attempt, also those that a later attempt made good.
CREATE TABLE failure (
  platform_id INTEGER NOT NULL,
  workload_id INTEGER NOT NULL,
  strategy_id INTEGER NOT NULL,
  attempt     INTEGER NOT NULL,
  kind        TEXT NOT NULL,   -- the outcome of that attempt
  signal      INTEGER,         -- NULL: no signal was involved
  message     TEXT NOT NULL,   -- one sentence
  stderr_tail TEXT NOT NULL,   -- last lines the process wrote; may be empty
  checksum    INTEGER,
  PRIMARY KEY (platform_id, workload_id, strategy_id, attempt),
  FOREIGN KEY (platform_id, workload_id, strategy_id) REFERENCES result
) STRICT, WITHOUT ROWID;

-- The views hold what the present study wants.

-- Every failed attempt in words; `outcome` and `attempts` tell what became of the scenario.
CREATE VIEW failures AS
SELECT p.key || '-' || w.key || '-' || s.key AS scenario, p.key || '-' || w.key AS instance,
       s.label AS strategy, p.label AS platform, w.label AS workload,
       f.attempt, f.kind, f.signal, f.message, f.stderr_tail,
       r.outcome, r.attempt AS attempts
FROM failure f
JOIN measured r USING (platform_id, workload_id, strategy_id)
JOIN platform p ON p.id = f.platform_id
JOIN workload w ON w.id = f.workload_id
JOIN strategy s ON s.id = f.strategy_id
WHERE NOT r.stale;

-- The applications of every completed batch.
CREATE VIEW applications AS
SELECT p.key || '-' || w.key || '-' || s.key AS scenario, p.key || '-' || w.key AS instance,
       s.label AS strategy, p.label AS platform, w.label AS workload,
       a.application, a.release_date, a.start, a.finish, a.finish - a.release_date AS makespan, a.dedicated_makespan,
       a.dedicated_makespan / (a.finish - a.release_date) AS slowdown,
       (a.finish - a.release_date) / a.dedicated_makespan AS stretch
FROM application_result a
JOIN measured r USING (platform_id, workload_id, strategy_id)
JOIN platform p ON p.id = a.platform_id
JOIN workload w ON w.id = a.workload_id
JOIN strategy s ON s.id = a.strategy_id
WHERE NOT r.stale;

-- Every completed scenario against the best of those of its instance that are stored and completed.
CREATE VIEW relative_makespans AS
SELECT p.key || '-' || w.key || '-' || s.key AS scenario, p.key || '-' || w.key AS instance,
       s.label AS strategy, p.label AS platform, w.label AS workload,
       r.makespan, r.best_makespan, r.makespan / r.best_makespan AS relative_makespan
FROM (SELECT platform_id, workload_id, strategy_id, makespan,
             min(makespan) OVER (PARTITION BY platform_id, workload_id) AS best_makespan
      FROM measured WHERE outcome = 'completed' AND NOT stale) r
JOIN platform p ON p.id = r.platform_id
JOIN workload w ON w.id = r.workload_id
JOIN strategy s ON s.id = r.strategy_id;
