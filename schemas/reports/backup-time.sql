-- How long does a machine's backup take by the time model, with and without a read throttle?
-- Times of one dirty segment of 2 MiB are settings (backup.time), by default the published ones. Dirty are the bytes,
-- without zeros, of segments that version detection by checksum did not turn into a reference, of all snapshots, spread
-- evenly over the machines. Work and throttled reading overlap, so the longer of the two counts.
-- excess_over_vc: .24 means that it works 24 % longer than vc.
--
-- figures: excess_over_vc ratio
-- subject: snapshots
-- first: scheme machines total_millis excess_over_vc work_seconds throttled_seconds
-- chart: bars x=scheme y=total_millis series=machines; Time of a dirty segment
SELECT
  scheme,
  machines,
  tasks,
  read_write_millis,
  network_millis,
  index_millis,
  total_millis,
  total_millis / (SELECT max(vc.total_millis) FROM backup_time AS vc WHERE vc.scheme = 'vc') - 1
    AS excess_over_vc,
  round(dirty_bytes_per_machine, 0) AS dirty_bytes_per_machine,
  read_bytes_per_second,
  work_seconds,
  throttled_seconds
FROM backup_time
ORDER BY scheme DESC
