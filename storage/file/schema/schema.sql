-- Schema of a Palio campaign, version 1. One file holds one study's campaign.
-- Query the view `results` (built by results_view.cpp: its columns follow the parameters in use); the tables are its source.
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
  created    TEXT NOT NULL      -- UTC, ISO 8601
) STRICT;

-- One row per call of `palio run` or `palio resume`.
CREATE TABLE session (
  id             INTEGER PRIMARY KEY,
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
  CHECK ((ended IS NULL) = (how IS NULL))
) STRICT;

-- Dimensions. Each gets one more column per parameter, named and typed like it, when a study first uses the parameter;
-- NULL in such a column: the family or strategy of this row has no such parameter.
CREATE TABLE platform (
  id        INTEGER PRIMARY KEY,
  key       TEXT NOT NULL UNIQUE,  -- 12 hexadecimal digits: hash of `canonical`
  canonical TEXT NOT NULL UNIQUE,  -- identity: name and all parameters, sorted
  label     TEXT NOT NULL UNIQUE,  -- for people: `canonical` without defaults
  family    TEXT NOT NULL
) STRICT;

CREATE TABLE workload (
  id        INTEGER PRIMARY KEY,
  key       TEXT NOT NULL UNIQUE,
  canonical TEXT NOT NULL UNIQUE,
  label     TEXT NOT NULL UNIQUE,
  family    TEXT NOT NULL
) STRICT;

CREATE TABLE strategy (
  id        INTEGER PRIMARY KEY,
  key       TEXT NOT NULL UNIQUE,
  canonical TEXT NOT NULL UNIQUE,
  label     TEXT NOT NULL UNIQUE,
  name      TEXT NOT NULL
) STRICT;

-- Content of the input files that platforms and workloads of family `file` were read from.
CREATE TABLE input_file (
  digest  TEXT PRIMARY KEY,  -- 32 hexadecimal digits of the content's hash; parameter `digest` of the recipe
  content TEXT NOT NULL
) STRICT;

-- The latest attempt at every scenario.
-- With a rowid, not WITHOUT ROWID: 1.8 million rows, slightly shuffled, in batches of 256: 326 000 rows/s against 254 000
-- (one row per INSERT), count(*) 9 ms against 45 ms, and the ids alone are scanned in 0.2 s.
CREATE TABLE result (
  platform_id          INTEGER NOT NULL REFERENCES platform,
  workload_id          INTEGER NOT NULL REFERENCES workload,
  strategy_id          INTEGER NOT NULL REFERENCES strategy,
  outcome              TEXT NOT NULL,     -- 'completed', or how it failed (core/outcome.h)
  attempt              INTEGER NOT NULL CHECK (attempt >= 1),
  session_id           INTEGER NOT NULL REFERENCES session,
  makespan             REAL,     -- s; last finish minus first start, simulated. NULL if and only if the scenario failed
  predicted_makespan   REAL,     -- s; the same by the scheduler's estimates
  sequential_makespan  REAL,     -- s; all tasks one after the other on the fastest processor
  total_work           REAL,     -- flop; sum over tasks of time x processors x speed
  efficiency           REAL,     -- sequential work divided by total work
  processors           INTEGER,  -- of the platform
  processors_used      INTEGER,  -- that execute at least one task
  clusters_used        INTEGER,  -- that execute at least one task
  flex_differs         INTEGER,  -- 1: packing changed the schedule; NULL: the strategy never packs
  average_makespan     REAL,     -- s; mean over the applications of finish minus release date; NULL: a single application
  average_slowdown     REAL,     -- mean over the applications of dedicated makespan / makespan; NULL: no dedicated makespans
  unfairness           REAL,     -- sum over the applications of |slowdown - average_slowdown|
  average_stretch      REAL,     -- sum of the applications' makespans / sum of their dedicated makespans
  mean_stretch         REAL,     -- mean over the applications of makespan / dedicated makespan
  max_stretch          REAL,     -- largest makespan / dedicated makespan
  stretch_bound        REAL,     -- no application's planned stretch is larger; NULL: the strategy guarantees nothing
  sum_stretch          REAL,     -- sum over the applications of makespan divided by dedicated makespan
  optimal_max_stretch  REAL,     -- least maximum stretch of any schedule, by linear programs; bags of tasks only
  relative_max_stretch REAL,     -- max_stretch divided by optimal_max_stretch
  max_flow             REAL,     -- s; largest finish minus release date of an application of the batch
  sum_flow             REAL,     -- s; sum over the applications of finish minus release date
  lp_count             INTEGER,  -- linear programs that the strategy solved; NULL for one that solves none
  task_count           INTEGER,  -- tasks of the workload, where they are independent
  supervisors          INTEGER,  -- nodes between master and workers that pass files on
  schedule_time        REAL NOT NULL,     -- s of CPU: from the instance to the schedule
  simulation_time      REAL NOT NULL,     -- s of CPU: the engine's platform and simulation
  total_time           REAL NOT NULL,     -- s of CPU: everything the scenario's process did
  peak_memory          REAL NOT NULL,     -- byte: largest resident set of that process
  lp_time              REAL,     -- s of CPU: linear programs, part of schedule_time; NULL: the strategy solves none
  PRIMARY KEY (platform_id, workload_id, strategy_id),
  CONSTRAINT metrics_belong_to_completed CHECK (
    (outcome = 'completed' AND makespan IS NOT NULL) OR
    (outcome <> 'completed' AND
     coalesce(makespan, predicted_makespan, sequential_makespan, total_work, efficiency, processors, processors_used,
              clusters_used, flex_differs, average_makespan, average_slowdown, unfairness, average_stretch,
              mean_stretch, max_stretch, stretch_bound, sum_stretch, optimal_max_stretch, relative_max_stretch, max_flow,
              sum_flow, lp_count, task_count, supervisors) IS NULL))
) STRICT;

-- Counts failures by kind and lists them without a look at the completed ones.
CREATE INDEX result_failed ON result (outcome, platform_id, workload_id, strategy_id) WHERE outcome <> 'completed';

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
  PRIMARY KEY (platform_id, workload_id, strategy_id, attempt),
  FOREIGN KEY (platform_id, workload_id, strategy_id) REFERENCES result
) STRICT, WITHOUT ROWID;

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
JOIN strategy s ON s.id = f.strategy_id;

-- The applications of every completed batch.
CREATE VIEW applications AS
SELECT p.key || '-' || w.key || '-' || s.key AS scenario,
       s.label AS strategy, p.label AS platform, w.label AS workload,
       a.application, a.release_date, a.start, a.finish, a.finish - a.release_date AS makespan, a.dedicated_makespan,
       a.dedicated_makespan / (a.finish - a.release_date) AS slowdown,
       (a.finish - a.release_date) / a.dedicated_makespan AS stretch
FROM application_result a
JOIN platform p ON p.id = a.platform_id
JOIN workload w ON w.id = a.workload_id
JOIN strategy s ON s.id = a.strategy_id;

-- Every completed scenario against the best of those of its instance that are stored and completed.
CREATE VIEW relative_makespans AS
SELECT p.key || '-' || w.key || '-' || s.key AS scenario,
       s.label AS strategy, p.label AS platform, w.label AS workload,
       r.makespan, r.best_makespan, r.makespan / r.best_makespan AS relative_makespan
FROM (SELECT platform_id, workload_id, strategy_id, makespan,
             min(makespan) OVER (PARTITION BY platform_id, workload_id) AS best_makespan
      FROM result WHERE outcome = 'completed') r
JOIN platform p ON p.id = r.platform_id
JOIN workload w ON w.id = r.workload_id
JOIN strategy s ON s.id = r.strategy_id;
