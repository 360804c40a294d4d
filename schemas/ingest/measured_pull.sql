-- Layers of the warehouse whose pulls were measured with all requested codecs. `codecs` has their names, separated by
-- commas, and `number` is how many there are.
SELECT layer_digest
FROM layer_pull
WHERE array_contains(split(:codecs, ','), codec)
GROUP BY layer_digest
HAVING count(DISTINCT codec) = :number
