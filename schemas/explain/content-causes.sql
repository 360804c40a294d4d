-- Layers that contain a content and have a twin, counted by the cause that makes them alike (table layer_twin).
SELECT cause, count(*) AS layers
FROM layer_twin
WHERE cause IS NOT NULL AND layer_digest IN (
  SELECT layer_digest FROM layer_recipe WHERE kind = 'FILE' AND fingerprint = unhex(:fingerprint)
)
GROUP BY cause
ORDER BY layers DESC, cause
