-- The kinds of artifact that a digest belongs to, as its manifest or as a blob of it.
SELECT DISTINCT kind, media_type, bytes FROM artifact WHERE digest = :digest ORDER BY kind, media_type
