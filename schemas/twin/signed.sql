-- One row per layer without an exact twin and with contents: the signature from which similar layers are found.
-- Reads:
--   twin_size: layers with the number of their contents (size.sql).
--   twin_exact: layers with their exact twins (exact.sql).
--   twin_sums: one row per layer with entries: its checksums and its signature.
SELECT twin_size.layer, twin_size.contents, twin_sums.signature
FROM twin_size
JOIN twin_exact ON twin_exact.layer = twin_size.layer
JOIN twin_sums ON twin_sums.layer_digest = twin_exact.layer_digest
