-- The blocks that VMs touch, by scheme: vc, and vo, which is represented by the scheme srb. bytes are the block's.
SELECT
  CASE block_owner.scheme WHEN 'srb' THEN 'vo' ELSE block_owner.scheme END AS scheme,
  block_owner.kind = 'popular' AS popular,
  block_owner.block,
  block_owner.vm AS owner,
  block_sharing.bytes
FROM block_owner
JOIN block_sharing
  ON block_sharing.scheme = block_owner.scheme
  AND block_sharing.kind = block_owner.kind
  AND block_sharing.block = block_owner.block
