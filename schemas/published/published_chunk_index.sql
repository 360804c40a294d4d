-- What an entry of the index of chunk-level formats takes, by their sources.
-- nydus: RafsV5ChunkInfo of RAFS v5, 80 bytes for each chunk of each file in an image's metadata
-- (github.com/dragonflyoss/nydus, rafs/src/metadata/layout/v5.rs). casync: CaFormatTableItem, 40 bytes for each chunk that
-- an index file lists (github.com/systemd/casync, src/caformat.h). lookup: 56 bytes for each distinct chunk, its digest and
-- place in tables half full, as setting backup.index.chunk-entry-bytes has it.
SELECT
  CAST(format AS STRING) AS format,
  CAST(counted AS STRING) AS counted,
  CAST(entry_bytes AS BIGINT) AS entry_bytes
FROM (VALUES
  ('nydus', 'chunks', 80),
  ('casync', 'chunks', 40),
  ('lookup', 'unique chunks', 56)
) AS printed (format, counted, entry_bytes)
