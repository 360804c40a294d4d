SELECT policy, repository, tag, manifest_digest, CAST('2024-01-01 00:00:00' AS TIMESTAMP) AS aged_from
FROM (VALUES
  ('listed tags', 'r1', 'v2', 'sha256:i2'),
  ('keep 1', 'r1', 'v1', 'sha256:i1')
) AS t (policy, repository, tag, manifest_digest)
