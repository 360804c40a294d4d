-- One row per layer that has a near twin: the most similar candidate, if its similarity is at least `similarity`.
-- similarity is the number of common contents divided by that of contents in either layer; empty files are left out.
-- Reads:
--   twin_candidate: the best pairs of each layer (candidate.sql).
--   twin_content: contents of layers without an exact twin (content.sql).
--   twin_size: layers with the number of their contents (size.sql).
WITH
-- One row per candidate pair: the distinct contents that both layers contain, and the bytes of their copies in the
-- later one.
common_content AS (
  SELECT
    twin_candidate.later,
    twin_candidate.earlier,
    count(*) AS contents,
    sum(later_layer.bytes * later_layer.copies) AS bytes
  FROM twin_candidate
  JOIN twin_content AS later_layer ON later_layer.layer = twin_candidate.later
  JOIN twin_content AS earlier_layer
    ON earlier_layer.layer = twin_candidate.earlier
    AND earlier_layer.fingerprint = later_layer.fingerprint
  WHERE later_layer.bytes > 0
  GROUP BY twin_candidate.later, twin_candidate.earlier
),
-- The same rows, with the similarity of each pair.
pair_similarity AS (
  SELECT
    common_content.*,
    common_content.contents / (later_layer.contents + earlier_layer.contents - common_content.contents) AS similarity
  FROM common_content
  JOIN twin_size AS later_layer ON later_layer.layer = common_content.later
  JOIN twin_size AS earlier_layer ON earlier_layer.layer = common_content.earlier
),
-- place 1 is the most similar pair of a layer.
ranked_pair AS (
  SELECT
    pair_similarity.*, row_number() OVER (PARTITION BY later ORDER BY similarity DESC, bytes DESC, earlier) AS place
  FROM pair_similarity
  WHERE similarity >= :similarity
)
SELECT later, earlier, contents, bytes, similarity
FROM ranked_pair
WHERE place = 1
