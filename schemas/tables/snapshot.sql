-- One row a snapshot of a VM's disk that was read whole. A later ingest reads a disk that has changed again, as a
-- snapshot of its own. Its parent is the version before, which is gone from then on. A row appears after all its rows in
-- segment and segment_recipe, so a join on (vm, snapshot) never sees half a snapshot.
--
-- made by: ingest snapshots
-- appended
CREATE TABLE snapshot (
  vm STRING NOT NULL,
  snapshot STRING NOT NULL COMMENT 'its name, unique in its VM',
  position INT NOT NULL COMMENT 'order in its VM, from 0; a snapshot that was rejected leaves a gap',
  parent STRING COMMENT 'name of the snapshot that it follows; null of a first one',
  taken_at TIMESTAMP COMMENT 'null when unknown',
  format STRING NOT NULL COMMENT '{disk-formats}; {chunk-lists} for chunk traces and indexes of backups',
  virtual_bytes BIGINT NOT NULL COMMENT 'length of the disk as its guest sees it; of a trace where its last chunk ends',
  allocated_bytes BIGINT NOT NULL COMMENT 'guest bytes that the topmost file itself has data for; of an internal snapshot without what the state after it shares; of a raw image, a fixed VHD and flat extents their length; of a trace all bytes of its chunks',
  segments BIGINT NOT NULL COMMENT 'rows in segment',
  chunks BIGINT NOT NULL COMMENT 'chunks of all recipes, zero ones too; segments of zeros alone have none',
  zero_bytes BIGINT NOT NULL COMMENT 'bytes of zero chunks, and of segments of zeros alone',
  source STRING NOT NULL COMMENT 'where it was read; an internal snapshot, or the image that the disk is inside of, after a #; an image ends with @ and the digest of its manifest',
  run_id STRING NOT NULL COMMENT 'the run that published it',
  first_seen_at TIMESTAMP COMMENT 'when that run began; null in rows that an earlier version wrote: started_at of run',
  backup_state STRING COMMENT 'of a backup in a datastore of Proxmox Backup Server, when it was read: PROTECTED from removal, or UNFINISHED, without a manifest; null of all others',
  file_bytes BIGINT COMMENT 'bytes that its own files take: their length, without holes of sparse files where the file system tells; 0 of an internal snapshot, whose file counts with its active state; of a disk inside of an image the length of its file; null of traces and indexes of backups, and in rows that an earlier version wrote',
  version_of STRING COMMENT 'of a disk that was read again because it had changed: the name of its first reading; its own is NAME@TIME, by the start of the run. Null of a first reading',
  file_state STRING COMMENT 'length and time of change of its files before they were read, then behind each < those of the file below; an internal snapshot has its id and time in place of its file. A later ingest reads the disk again where this differs. Null of disks inside of images, and in rows that an earlier version wrote'
)
