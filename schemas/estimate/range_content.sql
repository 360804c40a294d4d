-- Chunks of the ranges read, zeros left out, by range. A range is of a VM, in all of its snapshots: :segments segments,
-- named VM/NUMBER. Ranges have no heads.
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
