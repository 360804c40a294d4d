-- The artifacts that a blob or manifest belongs to.
SELECT DISTINCT kind, media_type, bytes FROM artifact WHERE digest = :digest ORDER BY kind, media_type
