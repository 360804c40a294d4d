-- The contents of repositories: tags, and manifests without one.
SELECT repository, tag, manifest_digest FROM repository_manifest
