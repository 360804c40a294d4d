-- Table retention_blob: one row per policy and blob that it frees. A blob is freed unless it is a manifest that the
-- policy keeps, or such a manifest refers to it.
-- Reads:
--   decided: one row per policy, repository and tag or manifest, with the outcome: TAG (removed), KEPT or REMOVED.
--   blob: the blobs that manifests of repositories need (retention_stored.sql).
--   policy: one row per policy, with its label and its bit.
WITH
-- One row per policy and blob that a kept manifest needs.
needed_blob AS (
  SELECT decided.policy, decided.manifest_digest AS digest FROM decided WHERE decided.outcome = 'KEPT'
  UNION
  SELECT decided.policy, reference.digest
  FROM decided
  JOIN manifest_reference AS reference ON reference.manifest_digest = decided.manifest_digest
  WHERE decided.outcome = 'KEPT'
)
SELECT policy.label AS policy, blob.digest, blob.kind, blob.bytes, blob.repository, policy.bit
FROM blob
CROSS JOIN policy
ANTI JOIN needed_blob ON needed_blob.policy = policy.policy AND needed_blob.digest = blob.digest
