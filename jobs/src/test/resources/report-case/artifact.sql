SELECT manifest_digest, digest, kind, media_type, CAST(bytes AS BIGINT) AS bytes
FROM (VALUES
  ('sha256:m1', 'sha256:m1', 'ATTESTATION', 'manifest', CAST(NULL AS BIGINT)),
  ('sha256:m1', 'sha256:a1', 'ATTESTATION', 'in-toto',  50),
  ('sha256:m2', 'sha256:a1', 'ATTESTATION', 'in-toto',  50),
  ('sha256:m3', 'sha256:h1', 'HELM',        'chart',    30)
) AS t (manifest_digest, digest, kind, media_type, bytes)
