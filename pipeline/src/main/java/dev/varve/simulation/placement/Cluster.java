package dev.varve.simulation.placement;

import java.io.Serializable;

/**
 * Machines 0..machines-1 in racks of consecutive machines; when they do not divide evenly, racks
 * differ by one machine.
 *
 * @param machines p, at least 1
 * @param racks 1..machines
 */
public record Cluster(int machines, int racks) implements Serializable {
  /** Checks the ranges. */
  public Cluster {
    if (machines < 1 || racks < 1 || racks > machines) {
      throw new IllegalArgumentException(machines + " machines in " + racks + " racks");
    }
  }

  /** The rack of a machine, 0..racks-1. */
  public int rack(int machine) {
    return (int) ((long) machine * racks / machines);
  }

  /** The first machine of a rack; past the last rack, one past the last machine. */
  public int firstMachine(int rack) {
    return (int) (((long) rack * machines + racks - 1) / racks);
  }

  /** Machines per rack. */
  public int rackMachines(int rack) {
    return firstMachine(rack + 1) - firstMachine(rack);
  }
}
