-- View stored_file by its name in earlier versions; goes with the next version.
--
-- from: stored_file
SELECT bundle, layer_number, files, bytes
FROM stored_file
