-- The blobs that a collection of garbage would free after a policy of retention, each once for all repositories.
--
-- made by: simulate retention
-- from: manifest, manifest_reference, repository_manifest, layer, rejected_blob
-- replaced
CREATE TABLE retention_blob (
  policy STRING NOT NULL COMMENT 'as in retention_result',
  digest STRING NOT NULL,
  kind STRING NOT NULL COMMENT 'MANIFEST, LAYER (one that was read), CONFIG, BLOB',
  bytes BIGINT NOT NULL COMMENT 'as stored; 0 when it is known to be absent',
  repository STRING COMMENT 'the only one that contains it; null: several'
)
