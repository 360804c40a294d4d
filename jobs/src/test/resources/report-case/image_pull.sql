SELECT repository, image_digest, CAST(pulls AS BIGINT) AS pulls
FROM (VALUES
  ('r2', 'sha256:i1', 4),
  ('r3', 'sha256:i3', 9)
) AS t (repository, image_digest, pulls)
