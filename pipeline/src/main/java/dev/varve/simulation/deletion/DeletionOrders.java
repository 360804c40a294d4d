package dev.varve.simulation.deletion;

import dev.varve.model.Seed;
import java.util.List;

/** Orders by their names in the settings. */
public final class DeletionOrders {
  /** Every name. */
  public static final List<String> NAMES = List.of("oldest-first", "newest-first", "random");

  private DeletionOrders() {}

  /**
   * The order of a name.
   *
   * @param seed what random draws from: {@code at("deletion").at(vm).at(deletion)}
   */
  public static DeletionOrder named(String name, Seed seed) {
    return switch (name) {
      case "oldest-first" -> (vm, deletion, live) -> 0;
      case "newest-first" -> (vm, deletion, live) -> live - 1;
      case "random" ->
          (vm, deletion, live) -> seed.at("deletion").at(vm).at(deletion).random().nextInt(live);
      default -> throw new IllegalArgumentException("no order: " + name + ", but " + NAMES);
    };
  }
}
