SELECT
  thing,
  CAST(things AS BIGINT) AS things,
  CAST(bytes AS BIGINT) AS bytes,
  CAST(block_bytes AS BIGINT) AS block_bytes,
  CAST(blocks AS BIGINT) AS blocks
FROM (VALUES ('chunk', 5, 150, 60, 3), ('file', 6, 2084, 1000, 3))
  AS t (thing, things, bytes, block_bytes, blocks)
