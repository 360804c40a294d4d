-- Build steps without what changes from build to build: one row a text of created_by. Steps of builds of one Dockerfile get
-- one line, whichever builder wrote them.
--
-- made by: derive
-- from: image_layer
-- replaced
CREATE TABLE build_line (
  created_by STRING NOT NULL COMMENT 'as in image_layer',
  line STRING NOT NULL COMMENT 'the instruction; digests, hashes of at least 12 hexadecimal digits, versions and numbers of at least four digits are *'
)
