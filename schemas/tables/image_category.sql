-- The categories of images (setting startup.categories), one row an image that a pattern fits.
--
-- made by: simulate startup
-- from: image_layer, image_tag
-- replaced
CREATE TABLE image_category (
  image_digest STRING NOT NULL,
  category STRING NOT NULL
)
