SELECT manifest_digest, digest, kind, media_type, CAST(bytes AS BIGINT) AS bytes
FROM (VALUES
  ('sha256:m1', 'sha256:m1', 'ATTESTATION', 'manifest', CAST(NULL AS BIGINT)),
  ('sha256:m1', 'sha256:a1', 'ATTESTATION', 'in-toto',  50),
  ('sha256:m2', 'sha256:a1', 'ATTESTATION', 'in-toto',  50),
  ('sha256:m3', 'sha256:h1', 'HELM',        'chart',    30),
  ('sha256:c1', 'sha256:c1', 'CACHE',       'cache',    60),
  ('sha256:c1', 'sha256:01', 'CACHE',       'layer',    1500),
  ('sha256:c1', 'sha256:c0', 'CACHE',       'layer',    10240),
  ('sha256:c2', 'sha256:c2', 'CACHE',       'cache',    50),
  ('sha256:c2', 'sha256:90', 'CACHE',       'layer',    700),
  ('sha256:c2', 'sha256:c9', 'CACHE',       'layer',    77)
) AS t (manifest_digest, digest, kind, media_type, bytes)
