-- One row per layer and candidate for its near twin: of the pairs in view twin_pair, the `candidates` ones of each
-- layer with the highest estimated similarity.
WITH
-- Pairs of layers; a pair may have several rows in twin_pair.
distinct_pair AS (
  SELECT DISTINCT later, earlier, estimate FROM twin_pair
),
-- place 1 is the pair of highest estimate of a layer, of equals that with the lower number.
ranked_pair AS (
  SELECT later, earlier, row_number() OVER (PARTITION BY later ORDER BY estimate DESC, earlier) AS place
  FROM distinct_pair
)
SELECT later, earlier
FROM ranked_pair
WHERE place <= :candidates
