package dev.varve.simulation.layering;

import java.util.List;

/**
 * Units that change for one reason, such as the release of a package.
 *
 * @param name its package, or its directory
 * @param updates number of learned updates that changed it
 * @param profile never changed
 */
record ChangeSource(String name, List<PlanUnit> units, int updates, ChangeProfile profile) {}
