-- Table retention_tag: one row per policy, repository and tag that the policy removes.
SELECT policy.label AS policy, decided.repository, decided.tag, decided.manifest_digest, decided.aged_from
FROM decided
JOIN policy ON policy.policy = decided.policy
WHERE decided.outcome = 'TAG'
