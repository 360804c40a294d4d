-- One row per repository and manifest: the manifests in it, and those that they list.
SELECT repository, manifest_digest FROM member
UNION
SELECT member.repository, child.manifest_digest
FROM member
JOIN manifest_reference AS listed ON listed.manifest_digest = member.manifest_digest AND listed.kind = 'MANIFEST'
JOIN manifest AS child ON child.manifest_digest = listed.digest
