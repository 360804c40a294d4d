-- The `candidates` pairs of each layer with the highest estimated similarity, from view twin_pair.
WITH
once AS (
  SELECT DISTINCT later, earlier, estimate FROM twin_pair
),
ranked AS (
  SELECT later, earlier, row_number() OVER (PARTITION BY later ORDER BY estimate DESC, earlier) AS place
  FROM once
)
SELECT later, earlier
FROM ranked
WHERE place <= :candidates
