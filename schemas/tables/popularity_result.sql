-- The effect of popular data of several sizes: one row for each sigma of the setting backup.sweep, exact. The k most
-- referenced of the chunks that l1 and l2 leave are popular, ties going by fingerprint.
--
-- made by: simulate backup
-- from: snapshot, segment, segment_recipe
-- replaced
CREATE TABLE popularity_result (
  rules STRING NOT NULL COMMENT 'backup_result.rules',
  sigma DOUBLE NOT NULL COMMENT 'share of the unique chunks',
  machines INT NOT NULL,
  popular_chunks BIGINT NOT NULL COMMENT 'k: the largest number whose share is at most sigma',
  popular_bytes BIGINT NOT NULL COMMENT 'each of them once',
  covered_chunks BIGINT NOT NULL COMMENT 'references to them that l1 and l2 leave',
  covered_bytes BIGINT NOT NULL,
  left_chunks BIGINT NOT NULL COMMENT 'all references that l1 and l2 leave',
  left_bytes BIGINT NOT NULL,
  raw_bytes BIGINT NOT NULL COMMENT 'all references, without zero data',
  unique_chunks BIGINT NOT NULL,
  unique_bytes BIGINT NOT NULL COMMENT 'what perfect deduplication stores',
  stored_bytes BIGINT NOT NULL COMMENT 'left - covered + popular',
  zipf_alpha DOUBLE COMMENT '1 - ln(coverage) / ln(sigma) of k; null when no chunk is popular, or all are',
  index_bytes_per_machine BIGINT NOT NULL COMMENT 'of l2 and l3 together'
)
