-- Which repository contains which manifest or index under which tag, as it is stored: an index is one row, next to a row for
-- each of its manifests where the storage lists them. The newest ingest of a repository's tag wins.
--
-- made by: ingest registry
-- replaced
CREATE TABLE repository_manifest (
  repository STRING NOT NULL COMMENT 'as in image_tag',
  tag STRING COMMENT 'null: the repository contains the manifest, no tag leads to it directly',
  manifest_digest STRING NOT NULL,
  first_seen_at TIMESTAMP NOT NULL COMMENT 'when an ingest first saw this tag on this manifest in this repository'
)
