-- Files of the layers read, by layer.
SELECT layer_digest AS unit, fingerprint, bytes, count(*) AS copies
FROM layer_recipe
WHERE kind = 'FILE' AND bytes > 0
GROUP BY layer_digest, fingerprint, bytes
