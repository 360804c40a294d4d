-- The duplicate files of a layer by cause, the most bytes first.
SELECT cause, files, bytes
FROM layer_duplicate
WHERE layer_digest = :digest
ORDER BY bytes DESC, cause
