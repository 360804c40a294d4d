-- A retention policy frees no blob that is needed by a manifest which the policy keeps in any repository.
-- Needed is the manifest itself, and what it refers to directly in manifest_reference.
WITH
-- One row per policy and manifest that stays in at least one repository; retention_manifest lists the removed ones.
kept_manifest AS (
  SELECT policies.policy, contained.manifest_digest
  FROM (SELECT DISTINCT policy FROM retention_result) AS policies
  CROSS JOIN (SELECT DISTINCT repository, manifest_digest FROM repository_manifest) AS contained
  LEFT JOIN retention_manifest AS gone
    ON gone.policy = policies.policy
    AND gone.repository = contained.repository
    AND gone.manifest_digest = contained.manifest_digest
  WHERE gone.policy IS NULL
),
-- One row per policy, kept manifest and digest that it needs: its own, and those that it refers to.
needed_digest AS (
  SELECT policy, manifest_digest, manifest_digest AS digest FROM kept_manifest
  UNION
  SELECT kept_manifest.policy, kept_manifest.manifest_digest, reference.digest
  FROM kept_manifest
  JOIN manifest_reference AS reference
    ON reference.manifest_digest = kept_manifest.manifest_digest
)
SELECT freed.policy, freed.digest, needed_digest.manifest_digest AS needed_by, count(*) OVER () AS total
FROM retention_blob AS freed
JOIN needed_digest ON needed_digest.policy = freed.policy AND needed_digest.digest = freed.digest
ORDER BY freed.policy, freed.digest, needed_digest.manifest_digest
