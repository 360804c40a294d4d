-- One row an image manifest; the same manifest seen in several repositories or inputs is one image. What it says is of the
-- run that saw it first: a config that was missing then, and came later, adds nothing.
--
-- made by: ingest registry
-- appended
CREATE TABLE image (
  image_digest STRING NOT NULL COMMENT 'digest of the manifest; of the config for archives that carry no manifest',
  os STRING COMMENT 'from the config, in small letters; what it lacks of a platform is from an index that lists the image',
  architecture STRING COMMENT 'with the variant, in the normal form of containerd: arm is arm/v7, arm64/v8 and aarch64 are arm64, x86_64 is amd64',
  created_at TIMESTAMP COMMENT 'from the config',
  layers INT NOT NULL COMMENT 'layers listed by the manifest, repeats counted',
  compressed_bytes BIGINT NOT NULL COMMENT 'sum of the layer sizes as listed, repeats counted',
  config_digest STRING COMMENT 'digest of the config blob',
  first_seen_at TIMESTAMP COMMENT 'when the run began that ingested it first; null in rows that an earlier version wrote: not known',
  os_version STRING COMMENT 'as stated, such as 10.0.20348.1366 of Windows; null where nobody states it, and in rows of earlier versions',
  os_features STRING COMMENT 'sorted, a + between two; null likewise',
  layer_format STRING COMMENT 'of layers that are not read, as they are no tars of files: NYDUS, EROFS, SQUASHFS, OVERLAYBD, PUZZLEFS; else null'
)
