-- The manifests that a policy of retention would remove, from each repository.
--
-- made by: simulate retention
-- from: manifest, manifest_reference, repository_manifest, image
-- replaced
CREATE TABLE retention_manifest (
  policy STRING NOT NULL COMMENT 'as in retention_result',
  repository STRING NOT NULL,
  manifest_digest STRING NOT NULL,
  kind STRING NOT NULL COMMENT 'as in manifest'
)
