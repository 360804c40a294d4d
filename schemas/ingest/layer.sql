-- Layers that were read whole.
SELECT found_layer.*, CAST(:started AS TIMESTAMP) AS first_seen_at
FROM found_layer
