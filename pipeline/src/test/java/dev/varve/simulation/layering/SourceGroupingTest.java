package dev.varve.simulation.layering;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.simulation.layering.ChangeProfile.Costs;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Against the exact optimum of small worlds, which benchmarks/layer-plans/optimum.py computed. */
class SourceGroupingTest {
  /** Hazard of what hardly ever stays. */
  private static final double ALWAYS_CHANGES = 40;

  private record Component(long bytes, int updates) {}

  private record Found(String world, double least, double cost) {}

  private static List<String> worlds() throws IOException {
    try (InputStream text =
        Objects.requireNonNull(
            SourceGroupingTest.class.getResourceAsStream("/layering/optimum.txt"))) {
      return new String(text.readAllBytes(), UTF_8).lines().toList();
    }
  }

  private static Found grouped(String world) {
    String[] parts = world.split(";");
    int updates = Integer.parseInt(parts[1]);
    List<Component> components =
        Arrays.stream(parts[3].split(" "))
            .map(one -> one.split(":"))
            .map(one -> new Component(Long.parseLong(one[0]), Integer.parseInt(one[1])))
            .toList();
    List<ChangeProfile> profiles = new ArrayList<>();
    for (Component component : components) {
      double[] hazards = new double[updates];
      for (int update = 0; update < updates; update++) {
        hazards[update] = (component.updates() >> update & 1) == 1 ? ALWAYS_CHANGES : 0;
      }
      profiles.add(new ChangeProfile(new double[] {component.bytes()}, new long[] {0}, hazards));
    }
    int layers = Integer.parseInt(parts[0]);
    List<List<Integer>> groups =
        SourceGrouping.of(profiles, new Costs(new int[] {0, updates}, 0, 1), layers);
    assertThat(groups).hasSizeLessThanOrEqualTo(layers);
    assertThat(groups.stream().flatMap(List::stream)).hasSize(components.size());
    double cost = 0;
    for (List<Integer> group : groups) {
      long bytes = 0;
      int changed = 0;
      for (int member : group) {
        bytes += components.get(member).bytes();
        changed |= components.get(member).updates();
      }
      cost += (double) bytes * Integer.bitCount(changed);
    }
    return new Found(world, Double.parseDouble(parts[2]), cost);
  }

  @Test
  void groupsCostAtMostFivePercentMoreThanTheBestThereAre() throws IOException {
    List<Found> found = worlds().stream().map(SourceGroupingTest::grouped).toList();
    assertThat(found).hasSize(60);
    assertThat(found).allMatch(one -> one.cost() >= one.least());
    assertThat(found).allMatch(one -> one.cost() <= 1.05 * one.least());
  }
}
