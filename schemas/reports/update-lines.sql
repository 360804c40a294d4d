-- Which steps of the build bring what an update fetches?
-- One row per new layer of an update of report update-cost, with the step that made it as the history of the image
-- states it. The columns are those of update-cost, and add up to them over the layers of an update. A content that
-- several new layers contain is new in the lowest of them. The 60 largest come first. With --where CONDITION only
-- updates to images with a reference that it chooses (view layer_reference). Over all images: report build-lines.
--
-- subject: registry
-- first: repository from_tag to_tag created_by new_layer_bytes new_file_stored_bytes avoidable_bytes
-- sets: layer_reference
-- pairs: image_update
-- gate: new_layer_bytes
SELECT
  image_update.repository,
  image_update.platform,
  image_update.from_tag,
  image_update.to_tag,
  part.depth,
  step.created_by,
  part.new_layer_bytes,
  part.new_files,
  part.new_file_bytes,
  part.new_file_stored_bytes,
  part.avoidable_bytes,
  part.repeated_bytes,
  part.new_layer_bytes - part.new_file_stored_bytes - part.avoidable_bytes - part.repeated_bytes AS other_bytes,
  part.layer_digest,
  image_update.to_image
  /* prices: egress of part.new_layer_bytes as new_layer_cost */
FROM image_update_layer AS part
JOIN image_update ON image_update.update_number = part.update_number
LEFT JOIN (
  SELECT image_digest, depth, max(created_by) AS created_by
  FROM image_layer
  GROUP BY image_digest, depth
) AS step ON step.image_digest = image_update.to_image AND step.depth = part.depth
WHERE NOT /* requested of layer_reference */ false
  OR image_update.to_image IN (
    SELECT layer_reference.image
    FROM layer_reference
    WHERE /* set of layer_reference */ true AND layer_reference.image IS NOT NULL
  )
ORDER BY part.new_layer_bytes DESC, image_update.update_number, part.depth
LIMIT /* rows */ 60
