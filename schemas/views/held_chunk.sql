-- View stored_chunk by its name in earlier versions; goes with the next version.
--
-- from: stored_chunk
SELECT bundle, snapshot_number, chunks, bytes
FROM stored_chunk
