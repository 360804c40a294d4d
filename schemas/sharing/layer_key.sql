-- Published layers with their numbers. Engines shuffle and count the numbers, which are shorter than digests.
SELECT layer_digest, layer_number AS layer
FROM layer_number
