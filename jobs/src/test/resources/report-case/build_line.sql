SELECT created_by, line
FROM (VALUES
  ('ADD base', 'ADD base'),
  ('COPY data', 'COPY data'),
  ('COPY srv', 'COPY srv'),
  ('RUN build', 'RUN build')
) AS t (created_by, line)
