-- Step from version 3 to version 4: what a second engine says of some of the results, and who shares a process.

ALTER TABLE request ADD COLUMN audit REAL;             -- share of the scenarios that it carries out, too; NULL: there was none
ALTER TABLE request ADD COLUMN isolation TEXT;         -- what has a process of its own, as typed; NULL: nobody said
ALTER TABLE result ADD COLUMN engine_difference REAL;  -- largest relative difference of a value from its; NULL: not audited

-- Counts them without a look at the others.
CREATE INDEX result_audited ON result (engine_difference) WHERE engine_difference IS NOT NULL;
