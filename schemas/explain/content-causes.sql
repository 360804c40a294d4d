-- Layers that contain a content and are like other layers, by the cause.
SELECT cause, count(*) AS layers
FROM layer_twin
WHERE cause IS NOT NULL AND layer_digest IN (
  SELECT layer_digest FROM layer_recipe WHERE kind = 'FILE' AND fingerprint = unhex(:fingerprint)
)
GROUP BY cause
ORDER BY layers DESC, cause
