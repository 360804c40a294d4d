-- Results of layer plans, one row a line, or several lines together, a policy and a limit of layers. Sets are chosen from
-- these: `varve report layer-plan-layers --where CONDITION`.
--
-- from: layer_plan_result
-- texts: repository, platform, policy
-- numbers: max_layers
SELECT * FROM layer_plan_result
