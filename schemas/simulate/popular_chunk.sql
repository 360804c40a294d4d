-- The most popular chunks under some rules, in order of popularity.
SELECT key, bytes
FROM ranked_chunk
WHERE rules = :rules AND popularity <= :most
ORDER BY popularity
