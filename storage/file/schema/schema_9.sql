-- Step from version 8 to version 9: what became of each realization of an uncertain workload. Only campaigns that were
-- begun with --keep realizations have it; the others stay at version 8. The view `realizations` is made by
-- results_view.cpp.

-- A row per realization of a completed scenario. A result's checksum covers its realizations.
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
