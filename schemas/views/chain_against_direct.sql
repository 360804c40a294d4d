-- One row per setting of table chain_result, for chains as they are, before any merge. Columns direct_ are figures of
-- direct access under the same setting with the same cache; null where that was not simulated. memory_bytes is that of
-- full caches and open files.
--
-- from: chain_result
SELECT
  this.*,
  direct.hdd_nanos AS direct_hdd_nanos,
  direct.ssd_nanos AS direct_ssd_nanos,
  direct.full_cache_bytes + direct.state_bytes AS direct_memory_bytes
FROM chain_result AS this
LEFT JOIN chain_result AS direct
  ON direct.method = 'direct'
  AND direct.kind = this.kind
  AND direct.vm IS NOT DISTINCT FROM this.vm
  AND direct.daily_change IS NOT DISTINCT FROM this.daily_change
  AND direct.snapshots = this.snapshots
  AND direct.access = this.access
  AND direct.cache_bytes = this.cache_bytes
WHERE this.merged_files = 0
