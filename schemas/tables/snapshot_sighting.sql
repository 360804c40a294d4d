-- Where each snapshot was seen, and until when. A row is one stretch of time: what is gone and comes back has a row more. A
-- snapshot of which every row has gone_at is gone, and views leave it out.
--
-- made by: ingest snapshots
-- replaced
CREATE TABLE snapshot_sighting (
  location STRING COMMENT 'where its disk was, as source of table snapshot; null: not known, in rows of what an earlier version ingested',
  vm STRING NOT NULL,
  snapshot STRING NOT NULL,
  first_seen_at TIMESTAMP NOT NULL COMMENT 'when the run began that saw it first',
  gone_at TIMESTAMP COMMENT 'when the run began that looked there and no longer saw it; null while it is there',
  file_state STRING COMMENT 'of its files there, as in table snapshot: a copy has times of its own. Null where that is not known'
)
