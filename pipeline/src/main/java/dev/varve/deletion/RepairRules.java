package dev.varve.deletion;

import java.util.List;

/** Repair rules by the name that the configuration gives. */
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
   *       above tau; the leak itself scatters about it.
   *   <li>{@code cautious}: also when the leak may be above tau, with a doubt of one in a million;
   *       small VMs, whose leak scatters most, are repaired often, which is cheap for them.
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
