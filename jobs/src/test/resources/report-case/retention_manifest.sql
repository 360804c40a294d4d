SELECT policy, repository, manifest_digest, kind
FROM (VALUES
  ('listed tags', 'r1', 'sha256:i2', 'IMAGE'),
  ('listed tags', 'r1', 'sha256:s1', 'ARTIFACT'),
  ('keep 1', 'r1', 'sha256:i1', 'IMAGE')
) AS t (policy, repository, manifest_digest, kind)
