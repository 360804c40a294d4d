-- Tags that are new or point elsewhere than before, and manifests without a tag that are new or lost their tag.
SELECT repository, tag, manifest_digest FROM new_repository_manifest
EXCEPT
SELECT repository, tag, manifest_digest FROM repository_manifest
