-- The tags that a policy of retention would remove.
--
-- made by: simulate retention
-- from: manifest, manifest_reference, repository_manifest, image
-- replaced
CREATE TABLE retention_tag (
  policy STRING NOT NULL COMMENT 'as in retention_result',
  repository STRING NOT NULL,
  tag STRING NOT NULL,
  manifest_digest STRING NOT NULL COMMENT 'where it leads; it stays while another tag leads there',
  aged_from TIMESTAMP NOT NULL COMMENT 'the time that its age was counted from: when it was built or first seen'
)
