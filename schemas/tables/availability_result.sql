-- How many VMs or images keep all of their data when machines fail: one row a cell of scheme, machines, redundancy,
-- placement and failures. A run replaces the rows of the sources that it works on, and keeps the others.
--
-- made by: simulate availability
-- from: snapshot, block_owner, block_sharing, layer_recipe, image_layer, image_tag
-- replaced
CREATE TABLE availability_result (
  source STRING NOT NULL COMMENT 'counted: the blocks of this warehouse; synthetic: a fleet drawn from a seed; published: the block counts of the published table',
  scheme STRING NOT NULL COMMENT 'vc, vo for VMs; by-layer, by-repository, global for the images of a registry; block for one block alone',
  machines INT NOT NULL,
  racks INT NOT NULL,
  correlation STRING NOT NULL COMMENT 'which machines fail: exactly, independent, racks, rack-plus',
  failed INT COMMENT 'machines that fail at random: in all (exactly), or in addition to the rack (rack-plus); null for others',
  failed_racks INT COMMENT 'whole racks that fail; null for others than racks',
  fail_probability DOUBLE COMMENT 'probability of failure of each machine; null for others than independent',
  mean_failed DOUBLE NOT NULL COMMENT 'machines that fail on average',
  placement STRING NOT NULL COMMENT 'uniform, rack-aware, consistent-hash, copyset',
  redundancy STRING NOT NULL COMMENT 'of private blocks: r for so many replicas, rs-k-m for Reed-Solomon',
  popular_redundancy STRING COMMENT 'of popular blocks; null for schemes without them',
  replicas INT NOT NULL COMMENT 'machines that a private block is stored on: r, or k + m',
  popular_replicas INT COMMENT 'machines that a popular block is stored on; null for schemes without popular blocks',
  owners BIGINT NOT NULL COMMENT 'VMs or images',
  private_blocks DOUBLE NOT NULL COMMENT 'private blocks that an owner touches on average: N_o, N_1; of source published found by inverting the printed availabilities, not counted',
  popular_blocks DOUBLE NOT NULL COMMENT 'popular blocks that an owner touches on average: N_2; of source published found in the same way, and more than all popular data could fill',
  data_bytes BIGINT COMMENT 'of all blocks, each once; null when only block counts are known',
  stored_bytes BIGINT COMMENT 'with replicas or parity',
  closed_form DOUBLE COMMENT 'expected availability, 0..1, over each owner''s own number of blocks; null where blocks are not placed independently and uniformly',
  mean_form DOUBLE COMMENT 'the published formula, over the mean number of blocks; null where closed_form is, and unless exactly d fail',
  published DOUBLE COMMENT 'the published figure for exactly this setting and fleet (owners, private_blocks, popular_blocks), if there is one',
  simulated DOUBLE COMMENT 'mean availability over the trials, 0..1; null without trials',
  simulated_low DOUBLE COMMENT 'confidence interval of simulated: low and high end',
  simulated_high DOUBLE,
  confidence DOUBLE COMMENT 'of the intervals; 1 where every choice of failed machines was tried, and simulated is exact',
  trials BIGINT NOT NULL COMMENT 'failures drawn, or all possible ones; 0 for closed forms alone',
  placements BIGINT NOT NULL COMMENT 'placements drawn: one for all trials of a large fleet, one a trial of a small one',
  vms_lost DOUBLE COMMENT 'VMs or images lost on average; by the closed form where there are no trials',
  any_loss DOUBLE COMMENT 'share of the trials that lost anything at all',
  any_loss_low DOUBLE,
  any_loss_high DOUBLE,
  seed BIGINT COMMENT 'of the trials'
)
