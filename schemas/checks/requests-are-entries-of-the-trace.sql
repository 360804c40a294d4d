-- For each range of layers, pull_request has no more requests than the trace has replayed entries.
-- Synthetic requests have no trace; then the sum of entries is null, and nothing is compared.
WITH replayed_entries AS (SELECT sum(entries) AS entries FROM pull_trace WHERE outcome = 'REPLAYED')
SELECT layer_range, requests, entries
FROM (SELECT layer_range, count(*) AS requests FROM pull_request GROUP BY layer_range) AS range_requests
CROSS JOIN replayed_entries
WHERE requests > entries
ORDER BY layer_range
