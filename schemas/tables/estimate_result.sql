-- What verb estimate said before an ingest, one row a quantity of each run; report estimate-accuracy sets next to it what
-- turned out.
--
-- made by: estimate
-- appended
CREATE TABLE estimate_result (
  run_id STRING NOT NULL,
  subject STRING NOT NULL COMMENT 'registry or snapshots',
  place INT NOT NULL COMMENT 'order of the quantities, from 0',
  quantity STRING NOT NULL COMMENT 'what is estimated',
  unit STRING NOT NULL COMMENT 'of the values: count, bytes, ratio or seconds',
  value DOUBLE NOT NULL,
  low DOUBLE NOT NULL COMMENT 'lower end of the interval; the value itself where it is known, or has none',
  high DOUBLE NOT NULL COMMENT 'upper end',
  how STRING NOT NULL COMMENT 'how it was found: known, sample, or forecast',
  read_ratio DOUBLE NOT NULL COMMENT 'stored bytes that the estimate read, over those of all inputs'
)
