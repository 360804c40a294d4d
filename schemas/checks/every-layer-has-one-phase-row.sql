-- Every layer has exactly one row of phase times in layer_phase.
WITH
-- One row per layer with phase times.
phase_count AS (
  SELECT layer_digest, count(*) AS phase_rows
  FROM layer_phase
  GROUP BY layer_digest
)
SELECT layer.layer_digest, coalesce(phase_count.phase_rows, 0) AS phase_rows, count(*) OVER () AS total
FROM layer
LEFT JOIN phase_count ON phase_count.layer_digest = layer.layer_digest
-- No row, or more than one.
WHERE coalesce(phase_count.phase_rows, 0) <> 1
ORDER BY layer.layer_digest
-- At most 20 faults are listed; column total counts all.
LIMIT 20
