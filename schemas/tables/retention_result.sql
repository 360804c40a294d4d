-- What each policy of retention would remove from a registry, and what a collection of garbage then frees: one row a policy
-- and repository, and one for what several repositories contain. Each blob and each file is in exactly one row of a policy,
-- so the sums over the rows are the registry's. Manifests are counted in every repository that contains them.
--
-- made by: simulate retention
-- from: manifest, manifest_reference, repository_manifest, image, layer, layer_recipe, rejected_blob
-- replaced
CREATE TABLE retention_result (
  policy STRING NOT NULL COMMENT 'its rules: keep 3, 90d+, untagged is all but the 3 newest, of those older than 90 days, and what has no tag',
  keep_newest INT COMMENT 'so many tags of a repository stay; null without such a rule',
  older_than_seconds BIGINT COMMENT 'only older tags go; null without such a rule',
  aged_to TIMESTAMP NOT NULL COMMENT 'what ages count to',
  repository STRING COMMENT 'null: of several; its tags and manifests are in their own rows',
  tags BIGINT NOT NULL,
  removed_tags BIGINT NOT NULL,
  manifests BIGINT NOT NULL COMMENT 'of any kind, and what indexes list',
  removed_manifests BIGINT NOT NULL,
  removed_images BIGINT NOT NULL COMMENT 'those of them that are images',
  layers BIGINT NOT NULL COMMENT 'that were read',
  removed_layers BIGINT NOT NULL,
  blobs BIGINT NOT NULL COMMENT 'manifests, configs, layers, and blobs of artifacts',
  freed_blobs BIGINT NOT NULL,
  stored_bytes BIGINT NOT NULL COMMENT 'of the blobs, as stored',
  freed_bytes BIGINT NOT NULL COMMENT 'of the blobs that nothing that stays needs',
  unique_file_bytes BIGINT NOT NULL COMMENT 'of the distinct files of the layers, each once, uncompressed',
  freed_file_bytes BIGINT NOT NULL COMMENT 'of those that no remaining layer contains: what the policy frees with deduplication'
)
