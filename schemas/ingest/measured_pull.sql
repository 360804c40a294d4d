-- Layers of the warehouse whose pulls were measured with all of the codecs requested, names with commas between.
SELECT layer_digest
FROM layer_pull
WHERE array_contains(split(:codecs, ','), codec)
GROUP BY layer_digest
HAVING count(DISTINCT codec) = :number
