-- Availabilities that were printed for VM-centric deduplication, as fractions, one row per setting.
-- Source: W. Zhang et al., VM-centric snapshot deduplication (MSST 2015; IEEE TPDS, doi.org/10.1109/TPDS.2015.2408263)
-- and the authors' earlier drafts. Printed is the share of VMs, or of single blocks (scheme block), that lose no data
-- if exactly `failed` machines fail.
-- Setting: 25 VMs per machine. Each block is on `replicas` random machines, and each popular block on
-- `popular_replicas`. private_blocks and popular_blocks are the mean numbers of blocks that a VM touches: N_o of vo,
-- N_1 and N_2 of vc. The paper does not print these three. 58720.256, 550.4 and 18035.5072 were found by inverting the
-- printed availabilities. They reproduce these to all digits of a double, but nobody counted them, and N_2 would be
-- more than all popular data. So they check the formula, and say nothing about how many blocks a VM touches.
SELECT
  scheme,
  machines,
  failed,
  replicas,
  popular_replicas,
  CAST(CASE scheme WHEN 'block' THEN 1 ELSE 25 * machines END AS BIGINT) AS owners,
  CASE scheme WHEN 'vo' THEN 58720.256E0 WHEN 'vc' THEN 550.4E0 ELSE 1E0 END AS private_blocks,
  CASE scheme WHEN 'vc' THEN 18035.5072E0 ELSE 0E0 END AS popular_blocks,
  percent / 100 AS published
FROM (VALUES
  ('vo', 100, 3, 3, NULL, 69.5486049285426E0),
  ('vo', 100, 5, 3, NULL, 2.64752663147494E0),
  ('vo', 100, 10, 3, NULL, 0E0),
  ('vo', 100, 20, 3, NULL, 0E0),
  ('vc', 100, 3, 3, 6, 99.6601941726164E0),
  ('vc', 100, 5, 3, 6, 96.6533427140333E0),
  ('vc', 100, 10, 3, 6, 66.2464037543631E0),
  ('vc', 100, 20, 3, 6, 1.1327130234505E0),
  ('vo', 1000, 3, 3, NULL, 99.9646681459981E0),
  ('vo', 1000, 5, 3, NULL, 99.647242673157E0),
  ('vo', 1000, 10, 3, NULL, 95.848081535739E0),
  ('vo', 1000, 20, 3, NULL, 66.8408550289658E0),
  ('vc', 1000, 3, 3, 6, 99.9996687675123E0),
  ('vc', 1000, 5, 3, 6, 99.9966877243928E0),
  ('vc', 1000, 10, 3, 6, 99.9602596428963E0),
  ('vc', 1000, 20, 3, 6, 99.6230541798612E0),
  ('vo', 100, 4, 3, NULL, 23.3963E0),
  ('vo', 100, 6, 3, NULL, 0.0701E0),
  ('vo', 100, 8, 3, NULL, 0E0),
  ('vc', 100, 4, 3, 4, 98.1950E0),
  ('vc', 100, 4, 3, 5, 98.6477E0),
  ('vc', 100, 4, 3, 6, 98.6477E0),
  ('vc', 100, 4, 3, 9, 98.6477E0),
  ('vc', 100, 6, 3, 4, 87.1907E0),
  ('vc', 100, 6, 3, 5, 93.2843E0),
  ('vc', 100, 6, 3, 6, 93.4171E0),
  ('vc', 100, 6, 3, 9, 93.4185E0),
  ('vc', 100, 8, 3, 4, 59.8929E0),
  ('vc', 100, 8, 3, 5, 81.5411E0),
  ('vc', 100, 8, 3, 6, 82.6074E0),
  ('vc', 100, 8, 3, 9, 82.6424E0),
  ('vc', 100, 10, 3, 4, 25.2960E0),
  ('vc', 100, 10, 3, 5, 62.5640E0),
  ('vc', 100, 10, 3, 9, 66.4572E0),
  ('block', 100, 3, 3, NULL, 99.9993815708E0),
  ('block', 100, 3, 6, NULL, 100E0),
  ('block', 100, 3, 9, NULL, 100E0),
  ('block', 100, 10, 3, NULL, 99.9257884972E0),
  ('block', 100, 10, 6, NULL, 99.9999823833E0),
  ('block', 100, 10, 9, NULL, 99.9999999995E0),
  ('block', 100, 20, 3, NULL, 99.2949907236E0),
  ('block', 100, 20, 6, NULL, 99.9967484651E0),
  ('block', 100, 20, 9, NULL, 99.9999911704E0)
) AS t (scheme, machines, failed, replicas, popular_replicas, percent)
