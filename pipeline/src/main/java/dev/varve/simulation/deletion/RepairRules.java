package dev.varve.simulation.deletion;

import java.util.List;

/** Repair rules by their names in the settings. */
public final class RepairRules {
  /** Every name. */
  public static final List<String> NAMES = List.of("published", "cautious", "never");

  private static final double DOUBT = 1e-6;

  private RepairRules() {}

  /**
   * The rule of a name.
   *
   * <ul>
   *   <li>{@code published}: after more than (tau/eps) (U/du) deletions, when the expected leak is
   *       above tau; the actual leak may be higher or lower.
   *   <li>{@code cautious}: also when the leak is above tau with a probability of more than one in
   *       a million. Small VMs, whose leak varies most, are repaired often, which is cheap for
   *       them.
   * </ul>
   *
   * @param tau the most that may leak, as a share of live bytes, 0..1
   */
  public static RepairRule named(String name, double tau) {
    if (!(tau >= 0 && tau <= 1)) {
      throw new IllegalArgumentException("tau " + tau);
    }
    RepairRule published = leak -> leak.deletions() > leak.model().deletionsBeforeRepair(tau);
    return switch (name) {
      case "published" -> published;
      case "cautious" ->
          leak -> published.due(leak) || leak.mostBytes(DOUBT) > tau * leak.leastLiveBytes();
      case "never" -> leak -> false;
      default -> throw new IllegalArgumentException("no rule: " + name + ", but " + NAMES);
    };
  }
}
