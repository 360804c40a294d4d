-- One row per range of a disk that was read (unit) and distinct chunk in it that is not zero. A range is `segments`
-- consecutive segments of a VM, over all its snapshots. Its name is VM/NUMBER. Layers have heads and directories
-- (layer_content.sql) and ranges have neither, so these columns are constants.
SELECT
  concat(vm, '/', CAST(CAST((segment - segment % :segments) / :segments AS BIGINT) AS STRING)) AS unit,
  fingerprint,
  CAST(bytes AS BIGINT) AS bytes,
  count(*) AS copies,
  CAST(0 AS BIGINT) AS head_copies,
  '0' AS directory_group
FROM segment_chunk
WHERE NOT zero
GROUP BY vm, segment - segment % :segments, fingerprint, bytes
