-- What was printed of chains of qcow2 snapshots in a public cloud (chains of up to 1,000 files were seen there).
-- Setting: disks of 50 and 150 GB with 64 KiB clusters; dd, fio and starts of VMs; QEMU with and without direct access. At
-- 500 snapshots direct access saturates with 4 MB of cache. No machine of ours is theirs: these figures are in rows of
-- their own.
SELECT
  report,
  snapshots,
  figure,
  value
FROM (VALUES
  ('chain-lookups', 999, 'files of the longest chains seen', 1000E0),
  ('chain-latency', 500, 'throughput gain of direct access, RocksDB', 0.48E0),
  ('chain-latency', 100, 'chained over direct, of a miss', 1.6E0),
  ('chain-memory', 500, 'chained over direct', 15E0),
  ('chain-memory', 500, 'bytes of cache at which direct access saturates', 4194304E0)
) AS printed (report, snapshots, figure, value)
