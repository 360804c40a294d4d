-- Recipes of the attempts that ended well. A layer may have been tried at several places; an attempt is its digest and
-- its source.
SELECT found_layer_recipe.*
FROM found_layer_recipe
ANTI JOIN found_rejected_blob
  ON found_rejected_blob.digest = found_layer_recipe.layer_digest
  AND found_rejected_blob.source = found_layer_recipe.source
