-- The runs of a disk in chain_map follow each other from its first byte to its last, and name files of its chain.
SELECT *
FROM (
  -- Each run must begin where the run before it ends, and the first run at byte 0.
  SELECT vm, snapshot, guest_offset, 'a gap or an overlap' AS fault
  FROM (
    SELECT
      *,
      coalesce(lag(guest_offset + bytes) OVER (PARTITION BY vm, snapshot ORDER BY guest_offset), 0) AS expected_offset
    FROM chain_map
  ) AS run
  WHERE guest_offset <> expected_offset
  UNION ALL
  -- All runs together must be as long as the disk; virtual_bytes is null where the disk has no row in snapshot.
  SELECT disk_runs.vm, disk_runs.snapshot, disk_runs.bytes, 'not the length of the disk'
  FROM (SELECT vm, snapshot, sum(bytes) AS bytes FROM chain_map GROUP BY vm, snapshot) AS disk_runs
  LEFT JOIN snapshot ON snapshot.vm = disk_runs.vm AND snapshot.snapshot = disk_runs.snapshot
  WHERE snapshot.virtual_bytes IS NULL OR snapshot.virtual_bytes <> disk_runs.bytes
  UNION ALL
  -- The depth of a run must be that of a file of the disk in chain_file; it is null where no file has the bytes.
  SELECT chain_map.vm, chain_map.snapshot, chain_map.guest_offset, 'a file that is not of the chain'
  FROM chain_map
  LEFT JOIN chain_file
    ON chain_file.vm = chain_map.vm AND chain_file.snapshot = chain_map.snapshot AND chain_file.depth = chain_map.depth
  WHERE chain_map.depth IS NOT NULL AND chain_file.depth IS NULL
) AS found
ORDER BY vm, snapshot, guest_offset, fault
