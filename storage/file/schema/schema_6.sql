-- Step from version 5 to version 6: what the end of a session is forecast from.

ALTER TABLE session ADD COLUMN pace TEXT;       -- as of its latest results, JSON (campaign/session/time_left.h); NULL: none yet
ALTER TABLE session ADD COLUMN pace_told TEXT;  -- when, UTC, ISO 8601
