-- One row: the number of images, and the bytes of their layers, each as often as images list it.
SELECT count(*) AS images, coalesce(sum(compressed_bytes), 0) AS listed_bytes
FROM image
