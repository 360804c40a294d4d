-- The symbolic links of the images that accesses name, and these accesses: links first.
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
