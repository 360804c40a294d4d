-- One row per change of a repository: a tag that is new or points to another manifest than before, or a manifest
-- without a tag that is new or has lost its tag.
-- Reads:
--   new_repository_manifest: what this run found for table repository_manifest.
SELECT repository, tag, manifest_digest FROM new_repository_manifest
EXCEPT
SELECT repository, tag, manifest_digest FROM repository_manifest
