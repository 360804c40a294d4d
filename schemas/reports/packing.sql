-- How many storage blocks do the distinct files, and the unique chunks, fill, and how full are they?
-- fill_ratio is 1 where every byte of every block is used, which no packing can exceed.
SELECT
  thing,
  things,
  bytes,
  block_bytes,
  blocks,
  round(CAST(bytes AS DOUBLE) / (CAST(block_bytes AS DOUBLE) * CAST(blocks AS DOUBLE)), 6) AS fill_ratio
FROM packing_result
ORDER BY thing
