-- One row per tag of a repository, and per manifest without a tag.
SELECT repository, tag, manifest_digest FROM repository_manifest
