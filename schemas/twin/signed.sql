-- The layers whose signatures are compared. A layer without contents has none.
SELECT twin_size.layer, twin_size.contents, twin_sums.signature
FROM twin_size
JOIN twin_exact ON twin_exact.layer = twin_size.layer
JOIN twin_sums ON twin_sums.layer_digest = twin_exact.layer_digest
