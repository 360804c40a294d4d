-- A retention policy frees no blob that is needed by a manifest which the policy keeps in any repository.
-- Needed is the manifest itself, and what it refers to directly in manifest_reference.
WITH kept AS (
  -- Manifests that stay in at least one repository, by policy; retention_manifest lists the removed ones.
  SELECT policies.policy, contained.manifest_digest
  FROM (SELECT DISTINCT policy FROM retention_result) AS policies
  CROSS JOIN (SELECT DISTINCT repository, manifest_digest FROM repository_manifest) AS contained
  LEFT JOIN retention_manifest AS gone
    ON gone.policy = policies.policy
    AND gone.repository = contained.repository
    AND gone.manifest_digest = contained.manifest_digest
  WHERE gone.policy IS NULL
),
-- Digests that a kept manifest needs: its own, and those that it refers to.
needed AS (
  SELECT policy, manifest_digest, manifest_digest AS digest FROM kept
  UNION
  SELECT kept.policy, kept.manifest_digest, led.digest
  FROM kept
  JOIN manifest_reference AS led ON led.manifest_digest = kept.manifest_digest
)
SELECT freed.policy, freed.digest, needed.manifest_digest AS needed_by, count(*) OVER () AS total
FROM retention_blob AS freed
JOIN needed ON needed.policy = freed.policy AND needed.digest = freed.digest
ORDER BY freed.policy, freed.digest, needed.manifest_digest
