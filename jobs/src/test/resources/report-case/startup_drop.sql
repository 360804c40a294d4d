SELECT list, CAST(line AS BIGINT) AS line, image, run, path, reason, message
FROM (VALUES
  ('file:/starts.csv',  4, 'r1:v1', 'a', '/nope', 'ABSENT', 'the image has no such path'),
  ('file:/starts.csv',  9, 'r9:v1', 'a', '/bin/tool', 'UNKNOWN_IMAGE', 'the warehouse holds no such image'),
  ('file:/starts.csv', 10, CAST(NULL AS STRING), CAST(NULL AS STRING), CAST(NULL AS STRING), 'BAD_LINE', 'no path')
) AS t (list, line, image, run, path, reason, message)
