-- What a manifest leads to: the manifests that an index lists, the config and the layers of an image, the blobs of an
-- artifact. The subject of a referrer is none of them.
--
-- made by: ingest registry
-- appended
CREATE TABLE manifest_reference (
  manifest_digest STRING NOT NULL,
  digest STRING NOT NULL COMMENT 'of what it leads to',
  kind STRING NOT NULL COMMENT 'MANIFEST, CONFIG, BLOB',
  bytes BIGINT COMMENT 'as the manifest states it; of docker save as stored'
)
