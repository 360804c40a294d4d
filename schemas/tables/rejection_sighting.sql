-- Where something without a digest was rejected, such as a tag, an archive or a disk, and until when. Where every row has
-- gone_at, the fault is mended or the thing is gone, and views leave its rows in rejected_blob out.
--
-- made by: ingest registry, ingest snapshots
-- replaced
CREATE TABLE rejection_sighting (
  location STRING NOT NULL COMMENT 'as source of rejected_blob',
  first_seen_at TIMESTAMP NOT NULL COMMENT 'when the run began that rejected something there first',
  gone_at TIMESTAMP COMMENT 'when the run began that looked there and rejected nothing; null while it stands'
)
