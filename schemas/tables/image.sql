-- One row an image manifest; the same manifest found in several repositories or inputs is one image. What it says is of
-- the run that found it first: a config that was missing then, and came later, adds nothing.
--
-- made by: ingest registry
-- appended
CREATE TABLE image (
  image_digest STRING NOT NULL COMMENT 'digest of the manifest; of the config for archives that carry no manifest',
  os STRING COMMENT 'from the config',
  architecture STRING COMMENT 'from the config, with the variant as in arm/v7',
  created_at TIMESTAMP COMMENT 'from the config',
  layers INT NOT NULL COMMENT 'layers listed by the manifest, repeats counted',
  compressed_bytes BIGINT NOT NULL COMMENT 'sum of the layer sizes as listed, repeats counted',
  config_digest STRING COMMENT 'digest of the config blob',
  first_seen_at TIMESTAMP COMMENT 'when the run began that ingested it first; null in rows that an earlier version wrote: not known'
)
