-- The bytes that a retention policy frees are the sum of its freed blobs, and no more than is stored.
-- The snapshots that a policy keeps take at least their distinct chunks and at most all their references.
SELECT fault, policy, stated, counted, count(*) OVER () AS total
FROM (
  -- Freed bytes over all repositories differ from the bytes of the blobs in retention_blob.
  SELECT
    'freed bytes' AS fault, policy_result.policy, policy_result.bytes AS stated,
    coalesce(policy_blobs.bytes, 0) AS counted
  FROM (SELECT policy, sum(freed_bytes) AS bytes FROM retention_result GROUP BY policy) AS policy_result
  LEFT JOIN (SELECT policy, sum(bytes) AS bytes FROM retention_blob GROUP BY policy) AS policy_blobs
    ON policy_blobs.policy = policy_result.policy
  WHERE policy_result.bytes <> coalesce(policy_blobs.bytes, 0)
  UNION ALL
  -- A policy frees more bytes than are stored, blobs or distinct files, or removes more tags than there are.
  SELECT 'freed of stored', policy, freed_bytes, stored_bytes
  FROM retention_result
  WHERE freed_bytes > stored_bytes OR freed_file_bytes > unique_file_bytes OR removed_tags > tags
  UNION ALL
  -- A backup scheme stores less than perfect deduplication of the same snapshots, or more than their raw bytes.
  SELECT 'bytes of snapshots', other.policy, other.stored_bytes, perfect.stored_bytes
  FROM retention_backup AS other
  JOIN retention_backup AS perfect
    ON perfect.policy = other.policy
    -- Under the same rules: column more names the rule that has one slot more, and is null for rules as they are.
    AND perfect.more IS NOT DISTINCT FROM other.more
    AND perfect.scheme = 'perfect'
  WHERE other.stored_bytes < perfect.stored_bytes OR other.stored_bytes > other.raw_bytes
) AS line
ORDER BY fault, policy, stated, counted
