-- Tags that go.
SELECT
  policy.label AS policy,
  decided.repository,
  decided.tag,
  decided.manifest_digest,
  timestamp_micros(decided.micros) AS aged_from
FROM decided
JOIN policy ON policy.policy = decided.policy
WHERE decided.what = 'TAG'
