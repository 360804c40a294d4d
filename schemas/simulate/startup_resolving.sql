-- The symbolic links of each image that accesses name (place 0), and the accesses themselves (place 1). Sorted by image
-- and place, a reader knows all links of an image before it resolves paths.
-- Reads:
--   squashed: entries of images once all layers are unpacked; those of state LIVE are visible.
--   named: accesses with their images (startup_named.sql).
SELECT
  squashed.image, 0 AS place, squashed.path, squashed.link_target,
  CAST(NULL AS STRING) AS list, CAST(NULL AS BIGINT) AS line, CAST(NULL AS STRING) AS named, CAST(NULL AS STRING) AS run,
  CAST(NULL AS BIGINT) AS offset, CAST(NULL AS BIGINT) AS bytes
FROM squashed
WHERE squashed.state = 'LIVE'
  AND squashed.kind = 'SYMLINK'
  AND squashed.image IN (SELECT named.image FROM named WHERE named.image IS NOT NULL)
UNION ALL
SELECT
  named.image, 1, named.path, CAST(NULL AS STRING), named.list, named.line, named.named, named.run, named.offset, named.bytes
FROM named
WHERE named.reason IS NULL
