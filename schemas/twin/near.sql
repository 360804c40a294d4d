-- One row per layer that has a near twin: the most similar candidate, if its similarity is at least `similarity`.
-- similarity is the number of common contents divided by that of contents in either layer; empty files are left out.
WITH
shared AS (
  SELECT
    twin_candidate.later,
    twin_candidate.earlier,
    count(*) AS contents,
    sum(mine.bytes * mine.copies) AS bytes
  FROM twin_candidate
  JOIN twin_content AS mine ON mine.layer = twin_candidate.later
  JOIN twin_content AS its ON its.layer = twin_candidate.earlier AND its.fingerprint = mine.fingerprint
  WHERE mine.bytes > 0
  GROUP BY twin_candidate.later, twin_candidate.earlier
),
measured AS (
  SELECT
    shared.*,
    shared.contents / (mine.contents + its.contents - shared.contents) AS similarity
  FROM shared
  JOIN twin_size AS mine ON mine.layer = shared.later
  JOIN twin_size AS its ON its.layer = shared.earlier
),
ranked AS (
  SELECT measured.*, row_number() OVER (PARTITION BY later ORDER BY similarity DESC, bytes DESC, earlier) AS place
  FROM measured
  WHERE similarity >= :similarity
)
SELECT later, earlier, contents, bytes, similarity
FROM ranked
WHERE place = 1
