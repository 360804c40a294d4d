-- How often the trace of the last simulate pulls requests an image: GETs of its own manifest, in its repository, that were
-- answered with bytes and without an error. By its digest, or by a tag that leads to it without an index: a client that
-- requests an index requests the manifest of its platform next. A request by digest within a minute behind that of the tag,
-- by the same client, is of the same pull. Requests before the image was built are of another image.
-- Images that are not requested have no row; empty without a trace.
--
-- made by: simulate pulls
-- from: image, image_tag, repository_manifest
-- replaced
CREATE TABLE image_pull (
  repository STRING NOT NULL COMMENT 'as in image_update',
  image_digest STRING NOT NULL,
  pulls BIGINT NOT NULL
)
