-- What artifacts a blob or manifest is of.
SELECT DISTINCT kind, media_type, bytes FROM artifact WHERE digest = :digest ORDER BY kind, media_type
