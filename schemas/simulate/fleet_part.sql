-- One row per scheme, owner and block that the owner touches; an owner without blocks has one row with a null block.
-- Column part cuts the owners of a scheme into parts of consecutive numbers: floor(number x parts / owners). View
-- fleet_layout has parts and owners of each scheme. The remainder is subtracted before the division, as engines round a
-- fraction differently when it is cast to an integer.
-- Reads:
--   fleet_edge: one row per scheme, block and owner that touches it (vm_block.sql or image_block.sql).
SELECT
  owned.scheme,
  CAST((scaled - scaled % owners) / owners AS INT) AS part,
  owned.number,
  fleet_edge.block,
  fleet_edge.popular
FROM (
  SELECT
    fleet_layout.scheme,
    fleet_layout.owners,
    fleet_owner.owner,
    fleet_owner.number,
    CAST(fleet_owner.number AS BIGINT) * fleet_layout.parts AS scaled
  FROM fleet_owner
  CROSS JOIN fleet_layout
) AS owned
LEFT JOIN fleet_edge ON fleet_edge.owner = owned.owner AND fleet_edge.scheme = owned.scheme
