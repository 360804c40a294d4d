-- Layers of a store that unpacked them and kept no blobs, or of an archive of docker save: no manifest lists them, and
-- what a registry stores of them, or a client fetches, is not known.
--
-- from: layer
SELECT layer_digest
FROM layer
WHERE media_type IS NULL AND compression = 'none' AND layer_digest = diff_id
