-- All layers in a random order that `seed` determines.
SELECT layer_digest FROM layer ORDER BY sha2(concat(:seed, layer_digest), 256), layer_digest
