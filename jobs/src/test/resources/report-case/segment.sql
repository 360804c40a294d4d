SELECT
  vm, snapshot, CAST(position AS BIGINT) AS position, CAST(position * 2097152 AS BIGINT) AS `offset`,
  CAST(bytes AS INT) AS bytes, unhex(fingerprint) AS fingerprint, unhex(min_hash) AS min_hash,
  CAST(zero_bytes AS INT) AS zero_bytes, CAST(chunks AS INT) AS chunks, CAST(dirty AS BOOLEAN) AS dirty
FROM (VALUES
  ('v1', 's0', 0, 40, 'a000000000000001', '0100000000000000', 10, 3, NULL),
  ('v1', 's0', 1, 60, 'a000000000000002', '0300000000000000', 0,  2, NULL),
  ('v1', 's1', 0, 40, 'a000000000000001', '0100000000000000', 10, 3, false),
  ('v1', 's1', 1, 70, 'a000000000000003', '0300000000000000', 0,  2, true),
  ('v2', 's0', 0, 40, 'a000000000000001', '0100000000000000', 10, 3, NULL),
  ('v2', 's0', 1, 80, 'a000000000000004', '0300000000000000', 0,  2, NULL),
  ('v3', 's0', 0, 40, NULL,               NULL,               40, 0, NULL)
) AS t (vm, snapshot, position, bytes, fingerprint, min_hash, zero_bytes, chunks, dirty)
