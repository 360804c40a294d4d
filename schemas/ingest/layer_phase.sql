-- Times of the layers that were read whole.
SELECT found_layer_phase.*
FROM found_layer_phase
