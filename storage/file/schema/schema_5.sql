-- Step from version 4 to version 5: how instances come to the parts of a campaign.

ALTER TABLE request ADD COLUMN shard_rule TEXT;   -- 'rounds', 'costs', 'hashes' (campaign/shards/shard.h); NULL: hashes, before version 5
ALTER TABLE request ADD COLUMN shard_costs TEXT;  -- what 'costs' goes by: factors of the study's values, JSON; NULL: other rules
