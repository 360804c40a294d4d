-- What a policy of retention frees must be the sum of its blobs, and no more than is stored; snapshots that stay must not
-- take less than each of their chunks once, nor more than all their references.
SELECT fault, policy, stated, counted, count(*) OVER () AS total
FROM (
  SELECT 'freed bytes' AS fault, result.policy, result.bytes AS stated, coalesce(blob.bytes, 0) AS counted
  FROM (SELECT policy, sum(freed_bytes) AS bytes FROM retention_result GROUP BY policy) AS result
  LEFT JOIN (SELECT policy, sum(bytes) AS bytes FROM retention_blob GROUP BY policy) AS blob
    ON blob.policy = result.policy
  WHERE result.bytes <> coalesce(blob.bytes, 0)
  UNION ALL
  SELECT 'freed of stored', policy, freed_bytes, stored_bytes
  FROM retention_result
  WHERE freed_bytes > stored_bytes OR freed_file_bytes > unique_file_bytes OR removed_tags > tags
  UNION ALL
  SELECT 'bytes of snapshots', other.policy, other.stored_bytes, perfect.stored_bytes
  FROM retention_backup AS other
  JOIN retention_backup AS perfect
    ON perfect.policy = other.policy
    AND perfect.more IS NOT DISTINCT FROM other.more
    AND perfect.scheme = 'perfect'
  WHERE other.stored_bytes < perfect.stored_bytes OR other.stored_bytes > other.raw_bytes
) AS line
ORDER BY fault, policy, stated, counted
