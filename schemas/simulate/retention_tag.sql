-- Table retention_tag: one row per policy, repository and tag that the policy removes.
-- Reads:
--   decided: one row per policy, repository and tag or manifest, with the outcome: TAG (removed), KEPT or REMOVED.
--   policy: one row per policy, with its label and its bit.
SELECT policy.label AS policy, decided.repository, decided.tag, decided.manifest_digest, decided.aged_from
FROM decided
JOIN policy ON policy.policy = decided.policy
WHERE decided.outcome = 'TAG'
