-- One row per layer without an exact twin and with contents: the signature from which similar layers are found.
SELECT twin_size.layer, twin_size.contents, twin_sums.signature
FROM twin_size
JOIN twin_exact ON twin_exact.layer = twin_size.layer
JOIN twin_sums ON twin_sums.layer_digest = twin_exact.layer_digest
