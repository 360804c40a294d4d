-- The symbolic links of the images that accesses name, and these accesses: links first.
SELECT
  squashed.image, 0 AS place, squashed.key, squashed.link_target,
  CAST(NULL AS STRING) AS list, CAST(NULL AS BIGINT) AS line, CAST(NULL AS STRING) AS named, CAST(NULL AS STRING) AS run,
  CAST(NULL AS STRING) AS path, CAST(NULL AS BIGINT) AS offset, CAST(NULL AS BIGINT) AS bytes
FROM squashed
LEFT SEMI JOIN named ON named.image = squashed.image
WHERE squashed.state = 'live' AND squashed.kind = 'SYMLINK'
UNION ALL
SELECT image, 1, NULL, NULL, list, line, named, run, path, offset, bytes
FROM named
WHERE reason IS NULL
