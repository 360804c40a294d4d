-- Figures that were printed about starts of containers, one row per report and figure.
-- Source: T. Harter et al., Slacker: fast distribution with lazy Docker containers (FAST 2016).
-- Setting: the 57 images of HelloBench from Docker Hub, 2015, each started until it is ready. The registry is reached
-- by 10 GbE; lazy fetch reads blocks from shared storage. Depths are counted as in the paper. A warehouse has other
-- images, and simulations do not run containers, so reports show these figures in separate rows.
SELECT
  report,
  figure,
  value
FROM (VALUES
  ('startup-need', 'images', 57E0),
  ('startup-need', 'needed ratio', 0.064E0),
  ('startup-need', 'needed bytes', 27E6),
  ('startup-need', 'amplification', 15E0),
  ('startup-need', 'pull ratio of start time', 0.76E0),
  ('depth-profile', 'median depth of bytes', 9E0),
  ('depth-profile', 'largest depth', 28E0),
  ('start-overlap', 'second run', 0.99E0),
  ('lazy-pull', 'deployment', 5E0),
  ('lazy-pull', 'development cycle', 20E0),
  ('lazy-pull', 'run phase', 1.17E0),
  ('compression-against-dedup', 'block dedup of all images', 2.8E0),
  ('compression-against-dedup', 'gzip of one image, least', 2.3E0),
  ('compression-against-dedup', 'gzip of one image, most', 2.7E0)
) AS printed (report, figure, value)
