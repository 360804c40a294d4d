-- One row per layer and candidate for its near twin: of the pairs in view twin_pair, the `candidates` ones of each
-- layer with the highest estimated similarity. What waits for a collection of garbage is no twin of a layer that does not.
-- Reads:
--   twin_exact: layers with their exact twins (exact.sql).
WITH
-- Pairs of layers; a pair may have several rows in twin_pair.
distinct_pair AS (
  SELECT DISTINCT twin_pair.later, twin_pair.earlier, twin_pair.estimate
  FROM twin_pair
  JOIN twin_exact AS later_layer ON later_layer.layer = twin_pair.later
  JOIN twin_exact AS earlier_layer ON earlier_layer.layer = twin_pair.earlier
  WHERE earlier_layer.waits <= later_layer.waits
),
-- place 1 is the pair of highest estimate of a layer, of equals that with the lower number.
ranked_pair AS (
  SELECT later, earlier, row_number() OVER (PARTITION BY later ORDER BY estimate DESC, earlier) AS place
  FROM distinct_pair
)
SELECT later, earlier
FROM ranked_pair
WHERE place <= :candidates
