-- Which snapshots the rules of a backup tool keep, for each policy.
--
-- made by: simulate retention
-- from: snapshot, segment, segment_recipe
-- replaced
CREATE TABLE retention_snapshot (
  policy STRING NOT NULL COMMENT 'tool and rules, such as borg: daily 7, weekly 4',
  vm STRING NOT NULL,
  snapshot STRING NOT NULL,
  taken_at TIMESTAMP NOT NULL COMMENT 'the time that the rules used: as known, when first seen, or synthetic',
  rule STRING COMMENT 'the rule that keeps it, [oldest] as the oldest of all; protected, unfinished: the state that keeps it (proxmox); null: it goes'
)
