-- What reads cost on chains of snapshots, one row a chain, workload, method and cache. A look-up is a cluster that a read
-- touches, where files differ in their clusters one of the smallest size; each is charged as a request of its own. chained: files are looked into from the newest down to the owner; direct: the tables of the newest file name
-- the owner. Times are sums over all look-ups by the cost model of the settings (chains.costs).
--
-- made by: simulate chains
-- from: chain_map, chain_file, snapshot
-- replaced
CREATE TABLE chain_result (
  setting INT NOT NULL COMMENT 'number of the combination, from 0',
  kind STRING NOT NULL COMMENT 'real: of chain_map; real-grown, grown: with synthetic snapshots; even: every file owns equally much; base: the base owns all',
  vm STRING COMMENT 'whose disk it is; null of synthetic disks',
  snapshot STRING COMMENT 'null likewise',
  daily_change DOUBLE COMMENT 'share of what is in use that is written between two snapshots; null of others than grown ones',
  snapshots INT NOT NULL COMMENT 'of the chain, before a merge',
  files INT NOT NULL COMMENT 'of the chain, after a merge',
  virtual_bytes BIGINT NOT NULL COMMENT 'of the disk',
  cluster_bytes INT NOT NULL COMMENT 'of the newest file',
  access STRING NOT NULL COMMENT 'pattern of the reads: sequential, uniform, zipf, boot; or trace',
  method STRING NOT NULL COMMENT 'chained, direct',
  tables STRING NOT NULL COMMENT 'full: every file has all L2 tables; lazy: those that there are',
  caches STRING NOT NULL COMMENT 'of L2 slices: per-file, or one that is shared',
  cache_bytes BIGINT NOT NULL COMMENT 'capacity of each cache',
  merged_files INT NOT NULL COMMENT 'oldest files over the base that were merged into it; 0 of the chain as it is',
  lookups BIGINT NOT NULL,
  never_written BIGINT NOT NULL COMMENT 'of clusters that no file owns',
  stored BIGINT NOT NULL COMMENT 'after which data is read: owned, and not marked as zeros',
  outside BIGINT NOT NULL COMMENT 'reads that went beyond the end of the disk, left out there',
  probes BIGINT NOT NULL COMMENT 'files that were looked into',
  below BIGINT NOT NULL COMMENT 'files below these, each as often as it was there',
  unallocated BIGINT NOT NULL COMMENT 'events of a file that lacks the cluster',
  normal BIGINT NOT NULL COMMENT 'events of the file that owns it',
  hits BIGINT NOT NULL COMMENT 'slices found in a cache',
  misses BIGINT NOT NULL COMMENT 'slices read from a file',
  resident_bytes BIGINT NOT NULL COMMENT 'slices in the caches at the end',
  duplicate_bytes BIGINT COMMENT 'of them, copies beyond the first of the same slice; null where cluster sizes differ',
  expected_probes DOUBLE COMMENT 'of a look-up, by the map alone; for uniform reads of single clusters, else null',
  probes_low DOUBLE COMMENT 'the mean of the look-ups is between these with 99 %; null likewise',
  probes_high DOUBLE,
  l2_bytes BIGINT NOT NULL COMMENT 'entries of the whole disk in one file',
  full_cache_bytes BIGINT NOT NULL COMMENT 'of full caches: of every file, or the one',
  state_bytes BIGINT NOT NULL COMMENT 'that open files take in addition to their caches (chains.file-state-bytes)',
  snapshot_copy_bytes BIGINT NOT NULL COMMENT 'entries that taking a snapshot copies into the new file, at worst; 0 when chained',
  hdd_nanos DOUBLE NOT NULL COMMENT 'time of all look-ups and their reads on a hard disk',
  ssd_nanos DOUBLE NOT NULL COMMENT 'on flash memory',
  hdd_start_nanos DOUBLE NOT NULL COMMENT 'until all files are open, with their headers and L1 tables',
  ssd_start_nanos DOUBLE NOT NULL,
  merge_bytes BIGINT NOT NULL COMMENT 'data that the merge copies into the base, of what the newest snapshot still sees: chain_map does not know the rest',
  seed BIGINT NOT NULL
)
