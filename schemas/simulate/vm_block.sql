-- One row per scheme, block and VM that touches it. bytes is the length of the block.
-- Schemes: vc (VM-centric), and vo (VM-oblivious), for which the blocks of srb stand.
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
