-- Sums over the manifests: images, and bytes of the layers that they list, each time that one is listed.
SELECT count(*) AS images, coalesce(sum(compressed_bytes), 0) AS listed_bytes
FROM image
