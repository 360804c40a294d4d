-- Published layers by their numbers, which are what is shuffled and counted.
SELECT layer_digest, layer_number AS layer
FROM layer_number
