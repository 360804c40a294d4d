-- The owners of each scheme with their blocks, if any, in parts of consecutive owners. View fleet_layout has the number
-- of parts of each scheme, and of owners. The quotient of a multiple is exact.
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
