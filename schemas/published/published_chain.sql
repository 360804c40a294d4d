-- Figures that were printed about chains of qcow2 snapshots in a public cloud, one row per report, snapshots and
-- figure. Chains of up to 1,000 files were seen there.
-- Setting: disks of 50 and 150 GB with 64 KiB clusters; dd, fio and starts of VMs; QEMU with and without direct access.
-- At 500 snapshots, more than 4 MB of cache do not speed up direct access any more. The authors' machines are not those
-- of any simulation here, so reports show these figures in separate rows.
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
