-- The images that had been seen before a moment and were nowhere any more then.
SELECT digest AS image_digest
FROM every_sighting
WHERE kind = 'IMAGE' AND gone_at <= CAST(/* gone */ NULL AS TIMESTAMP)
EXCEPT
SELECT digest
FROM sighting_there
WHERE kind = 'IMAGE'
