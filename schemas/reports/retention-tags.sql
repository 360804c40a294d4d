-- Which tags would each policy of retention remove?
-- One row per policy and tag, the oldest first. Of tags of one age, as reproducible builds have them, the name decides
-- which are newest, with numbers in it taken as numbers: 1.10 is newer than 1.9. aged_on is the day that the age was
-- counted from: when the image was built or first seen. What its manifest alone needs goes with its last tag; see
-- table retention_blob for the blobs. Nothing was removed.
--
-- subject: retention
-- first: policy repository tag aged_on image_digest
SELECT policy, repository, tag, CAST(CAST(aged_from AS DATE) AS STRING) AS aged_on, manifest_digest AS image_digest
FROM retention_tag
ORDER BY policy, repository, aged_from, tag
