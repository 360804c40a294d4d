-- Table retention_manifest: one row per policy, repository and manifest that the policy removes.
-- Reads:
--   decided: one row per policy, repository and tag or manifest, with the outcome: TAG (removed), KEPT or REMOVED.
--   policy: one row per policy, with its label and its bit.
SELECT policy.label AS policy, decided.repository, decided.manifest_digest, manifest.kind
FROM decided
JOIN policy ON policy.policy = decided.policy
JOIN manifest ON manifest.manifest_digest = decided.manifest_digest
WHERE decided.outcome = 'REMOVED'
