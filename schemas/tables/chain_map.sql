-- Which file of its backing chain determines each part of a disk, in runs that fill the disk from its first byte to its
-- last, as its tables say; data is not read. One row a run; neighbours differ in their file or state. Only of disks that
-- are over a backing file, and were ingested while ingest.chain-map was keep.
--
-- made by: ingest snapshots
-- appended
CREATE TABLE chain_map (
  vm STRING NOT NULL,
  snapshot STRING NOT NULL,
  guest_offset BIGINT NOT NULL COMMENT 'first byte, from the disk''s start',
  bytes BIGINT NOT NULL,
  depth INT COMMENT 'the file: 0 the topmost, 1 its backing file, and so on, as in chain_file; null when no file has it',
  file STRING COMMENT 'name of that file, without its folder; null likewise',
  state STRING NOT NULL COMMENT 'data, compressed, zero, unallocated (reads as zeros)'
)
