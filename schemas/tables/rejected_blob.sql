-- What could not be used, and why. A fact is listed once: a later run that sees it again adds no row.
--
-- made by: ingest registry, ingest snapshots, compare chunkers
-- appended
CREATE TABLE rejected_blob (
  run_id STRING NOT NULL COMMENT 'the run that saw it first',
  source STRING NOT NULL COMMENT 'its location, or the manifest or tag that names it when it is absent',
  digest STRING COMMENT 'null when the thing has none',
  reason STRING NOT NULL COMMENT 'TRUNCATED, CORRUPT, DIGEST_MISMATCH, LIMIT, ENCRYPTED, ABSENT, UNSUPPORTED',
  offset BIGINT COMMENT 'bytes into the stored blob where the fault shows; null when unknown',
  message STRING NOT NULL
)
