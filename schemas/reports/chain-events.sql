-- What do the files of a chain answer, for each look-up of a cluster?
-- unallocated: a file lacks the cluster. normal: it owns it. hit, miss: a slice of the file's L2 table is in its
-- cache, or is read. With direct access only the newest file is looked into: it counts as unallocated when another
-- file owns the cluster, and that file counts as normal. Unallocated events grow linearly with the chain. With tables
-- lazy, a file that never wrote near the cluster has no table there, and neither hit nor miss. Chains as they are,
-- before any merge; table chain_event has the same by file.
--
-- subject: chains
-- first: kind vm access method snapshots hits_per_lookup misses_per_lookup hit_ratio
-- chart: line x=snapshots y=unallocated_per_lookup+misses_per_lookup series=method panel=access+tables+caches+cache_bytes where=kind:grown; Events of a look-up
SELECT
  kind,
  vm,
  daily_change,
  access,
  method,
  tables,
  caches,
  cache_bytes,
  snapshots,
  unallocated / nullif(lookups, 0) AS unallocated_per_lookup,
  normal / nullif(lookups, 0) AS normal_per_lookup,
  hits / nullif(lookups, 0) AS hits_per_lookup,
  misses / nullif(lookups, 0) AS misses_per_lookup,
  hits / nullif(hits + misses, 0) AS hit_ratio
FROM chain_result
WHERE merged_files = 0
ORDER BY setting
