-- Sums over the manifests: images, and bytes of the layers that they list, each time that one is listed.
SELECT count(*) AS images, CAST(coalesce(sum(compressed_bytes), 0) AS BIGINT) AS listed_bytes
FROM image
