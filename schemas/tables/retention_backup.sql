-- What the snapshots that a policy keeps take under each scheme of backup, as if only they had been backed up, each after
-- its nearest ancestor that stays. Without zero data, before replication and compression.
--
-- made by: simulate retention
-- from: snapshot, segment, segment_recipe
-- replaced
CREATE TABLE retention_backup (
  policy STRING NOT NULL COMMENT 'as in retention_snapshot; all snapshots: nothing goes',
  tool STRING COMMENT 'borg, restic (0.16 and later), restic-0.14, proxmox; null: nothing goes',
  more STRING COMMENT 'the rule that has one slot more than was requested; null of the rules as they are',
  snapshots BIGINT NOT NULL COMMENT 'in all',
  kept_snapshots BIGINT NOT NULL,
  scheme STRING NOT NULL COMMENT 'perfect, vc (by the first of backup.rules), srb',
  raw_bytes BIGINT NOT NULL COMMENT 'all references of the snapshots that stay',
  stored_bytes BIGINT NOT NULL
)
