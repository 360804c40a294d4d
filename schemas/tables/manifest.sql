-- One row a manifest that was read, of whatever kind: of an image, an index, an artifact. What docker save wrote, and
-- stores that unpack layers, have no manifests that fit their layers: there the config of an image takes the place of its own.
--
-- made by: ingest registry
-- appended
CREATE TABLE manifest (
  manifest_digest STRING NOT NULL,
  kind STRING NOT NULL COMMENT 'INDEX, IMAGE (whatever its layers are), ARTIFACT',
  media_type STRING COMMENT 'as the manifest states it',
  bytes BIGINT NOT NULL COMMENT 'of the manifest itself',
  subject STRING COMMENT 'digest of the manifest that it refers to, of signatures and the like'
)
