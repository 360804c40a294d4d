-- What would an update fetch as chunks of files?
-- One row per update of report update-cost whose layers were all read, and chunker that layers were ingested with
-- (--chunks). new_chunks are the distinct chunks of files of the later image that no layer of the earlier image
-- contains, and new_chunk_bytes their bytes, uncompressed. A content that has no chunks by the chunker counts as one
-- chunk: so do all contents of layers that were read without --chunks. new_file_bytes is the same by whole files, as
-- in update-cost. new_ratio = new_chunk_bytes / new_file_bytes. The 60 largest come first. With --where CONDITION only
-- updates to images with a reference that it chooses (view layer_reference).
--
-- subject: registry
-- first: repository from_tag to_tag chunker new_file_bytes new_chunk_bytes new_ratio
-- sets: layer_reference
-- pairs: image_update
-- gate: new_chunk_bytes
SELECT
  image_update.repository,
  image_update.platform,
  image_update.from_tag,
  image_update.to_tag,
  part.chunker,
  image_update.new_files,
  image_update.new_file_bytes,
  part.new_chunks,
  part.new_chunk_bytes,
  part.new_chunk_bytes / nullif(image_update.new_file_bytes, 0) AS new_ratio,
  image_update.to_image
FROM image_update_chunk AS part
JOIN image_update ON image_update.update_number = part.update_number
WHERE NOT /* requested of layer_reference */ false
  OR image_update.to_image IN (
    SELECT layer_reference.image
    FROM layer_reference
    WHERE /* set of layer_reference */ true AND layer_reference.image IS NOT NULL
  )
ORDER BY part.new_chunk_bytes DESC, part.update_number, part.chunker
LIMIT /* rows */ 60
