-- One row a layer blob that was read whole and verified. It appears after all its rows in the other tables.
--
-- made by: ingest registry
-- appended
CREATE TABLE layer (
  layer_digest STRING NOT NULL COMMENT 'digest of the blob as stored; of docker save, and of a store that unpacks layers, the diffID',
  diff_id STRING NOT NULL COMMENT 'digest of the archive inside, as computed',
  media_type STRING COMMENT 'as declared by the manifests; the first in order where they differ',
  compression STRING NOT NULL COMMENT 'as found by magic: {compressions}',
  compressed_bytes BIGINT NOT NULL COMMENT 'bytes of the blob; archive_bytes where there is none',
  archive_bytes BIGINT NOT NULL COMMENT 'bytes of the tar, padding and trailer included',
  file_bytes BIGINT NOT NULL COMMENT 'sum of bytes of the FILE rows',
  files BIGINT NOT NULL COMMENT 'FILE rows',
  directories BIGINT NOT NULL,
  symlinks BIGINT NOT NULL,
  hard_links BIGINT NOT NULL,
  whiteouts BIGINT NOT NULL COMMENT 'WHITEOUT and OPAQUE rows',
  other_entries BIGINT NOT NULL COMMENT 'DEVICE, FIFO and METADATA rows',
  max_depth INT NOT NULL COMMENT 'most path components of any entry; 0 for an empty layer',
  first_seen_at TIMESTAMP COMMENT 'when the run began that ingested it first; null in rows that an earlier version wrote: not known',
  rest_bytes BIGINT COMMENT 'of compressed_bytes, those in no entry: what the compression adds, and the end of the archive; with stored_bytes of all entries they add up to compressed_bytes; null in rows that an earlier version wrote: not known'
)
