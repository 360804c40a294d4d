-- What does merging the oldest files of a chain into its base give back?
-- One row per chain, setting and number of merged files. merged_files are the oldest files over the base; merge_bytes
-- is what the merge copies. Ratios are savings against the same chain before any merge: of files looked into, of
-- memory of the caches at the end, and of time of all reads by the cost model.
--
-- subject: chains
-- first: kind vm access snapshots merged_files merge_bytes probes_saved_ratio ssd_saved_ratio hdd_saved_ratio
-- chart: line x=merged_files y=probes_saved_ratio+memory_saved_ratio series=access panel=snapshots+caches+tables where=kind:grown; What merging the oldest files saves
SELECT
  this.kind,
  this.vm,
  this.daily_change,
  this.access,
  this.tables,
  this.caches,
  this.cache_bytes,
  this.snapshots,
  this.merged_files,
  this.files,
  this.merge_bytes,
  this.probes / nullif(this.lookups, 0) AS mean_probes,
  1 - this.probes / nullif(whole.probes, 0) AS probes_saved_ratio,
  1 - this.resident_bytes / nullif(whole.resident_bytes, 0) AS memory_saved_ratio,
  1 - this.hdd_nanos / nullif(whole.hdd_nanos, 0) AS hdd_saved_ratio,
  1 - this.ssd_nanos / nullif(whole.ssd_nanos, 0) AS ssd_saved_ratio
FROM chain_result AS this
JOIN chain_result AS whole
  ON whole.merged_files = 0
  AND whole.method = 'chained'
  AND whole.kind = this.kind
  AND whole.vm IS NOT DISTINCT FROM this.vm
  AND whole.daily_change IS NOT DISTINCT FROM this.daily_change
  AND whole.snapshots = this.snapshots
  AND whole.access = this.access
  AND whole.tables = this.tables
  AND whole.caches = this.caches
  AND whole.cache_bytes = this.cache_bytes
WHERE this.merged_files > 0
ORDER BY this.setting
