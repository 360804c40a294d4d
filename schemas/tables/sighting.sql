-- What was seen where, and until when: tags and manifests in repositories, and blobs in stores that list them. A row is one
-- stretch of time: what is gone and comes back has a row more. Tables image_tag and repository_manifest are its rows
-- without gone_at; images, manifests and layers of which every row has one are gone, and views leave them out.
--
-- made by: ingest registry
-- replaced
CREATE TABLE sighting (
  location STRING COMMENT 'the repository in a storage tree or a registry (docker://HOST/NAME), the layout, archive or store; null: not known, in rows of what an earlier version ingested',
  kind STRING NOT NULL COMMENT 'IMAGE (a platform image that a tag leads to, or none), MANIFEST (as stored, an index is one), BLOB (of whatever kind, named by a manifest or not)',
  repository STRING COMMENT 'as in image_tag and repository_manifest; null of blobs',
  tag STRING COMMENT 'likewise',
  digest STRING NOT NULL COMMENT 'of the image, manifest or blob',
  bytes BIGINT COMMENT 'of a blob or manifest as stored; of an image the sum of its layers as listed; null where nobody states it',
  first_seen_at TIMESTAMP COMMENT 'when the run began that saw it first; null in rows of what an earlier version ingested, where that is not known',
  gone_at TIMESTAMP COMMENT 'when the run began that looked there and no longer saw it; null while it is there'
)
