-- How likely it is to lose any block within a year when machines fail and are repaired, by scheme and setting. A run
-- replaces the rows of the sources that it works on, and keeps the others.
--
-- made by: simulate durability
-- from: block_owner, block_sharing, layer_recipe, image_layer, image_tag
-- replaced
CREATE TABLE durability_result (
  source STRING NOT NULL COMMENT 'counted: the blocks of this warehouse; synthetic: a fleet drawn from a seed',
  scheme STRING NOT NULL COMMENT 'vc, vo; by-layer, by-repository, global',
  machines INT NOT NULL,
  racks INT NOT NULL,
  placement STRING NOT NULL COMMENT 'uniform, rack-aware, consistent-hash, copyset',
  redundancy STRING NOT NULL COMMENT 'of private blocks: r for so many replicas, rs-k-m for Reed-Solomon',
  popular_redundancy STRING COMMENT 'of popular blocks; null for schemes without them',
  replicas INT NOT NULL COMMENT 'machines that a private block is stored on',
  popular_replicas INT COMMENT 'machines that a popular block is stored on; null for schemes without popular blocks',
  mean_hours_to_failure DOUBLE NOT NULL COMMENT 'of one machine, exponential',
  machine_bytes_per_second BIGINT NOT NULL COMMENT 'bandwidth limit of one repair, in bytes read',
  total_bytes_per_second BIGINT NOT NULL COMMENT 'bandwidth limit of all running repairs together',
  repair_work STRING NOT NULL COMMENT 'fixed: a repair reads the bytes of a block for each shard that the machine stored; exponential: a number with that mean',
  mean_hours_to_repair DOUBLE NOT NULL COMMENT 'of a machine of average load, repaired alone',
  data_bytes BIGINT NOT NULL COMMENT 'of all blocks, each once',
  stored_bytes BIGINT NOT NULL COMMENT 'with replicas or parity',
  machine_sets BIGINT NOT NULL COMMENT 'distinct sets of machines that store a block',
  years DOUBLE NOT NULL COMMENT 'length of a trial, from all machines up',
  trials BIGINT NOT NULL,
  losses BIGINT NOT NULL COMMENT 'trials that lost anything at all',
  loss_per_year DOUBLE NOT NULL COMMENT 'probability, from the share of trials with a loss: 1 - (1 - share) ^ (1 / years)',
  loss_per_year_low DOUBLE NOT NULL COMMENT 'confidence interval of loss_per_year: low and high end',
  loss_per_year_high DOUBLE NOT NULL,
  confidence DOUBLE NOT NULL,
  markov_per_year DOUBLE COMMENT 'of the Markov chain, where the machines are one chain: every block on all of them, repairs exponential; else null',
  markov_sum_per_year DOUBLE NOT NULL COMMENT 'the chain of one machine set, times the number of sets: an estimate, above the truth where sets share machines but not bandwidth',
  seed BIGINT NOT NULL
)
