-- All layers, in an order drawn from a seed.
SELECT layer_digest FROM layer ORDER BY sha2(concat(:seed, layer_digest), 256), layer_digest
