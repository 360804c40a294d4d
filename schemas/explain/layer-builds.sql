-- The build steps that images state for a layer, those that most images state first.
SELECT created_by, min(depth) AS depth, count(DISTINCT image_digest) AS images
FROM image_layer
WHERE layer_digest = :digest
GROUP BY created_by
ORDER BY images DESC, created_by
