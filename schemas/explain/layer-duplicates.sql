-- The duplicate files of a layer, by why they are there.
SELECT cause, files, bytes
FROM layer_duplicate
WHERE layer_digest = :digest
ORDER BY bytes DESC, cause
