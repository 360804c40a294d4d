package dev.varve.jobs.simulate.availability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.engine.run.Runs;
import dev.varve.jobs.engine.run.TestEngine;
import dev.varve.jobs.simulate.availability.PublishedAvailability.Setting;
import dev.varve.simulation.placement.Redundancy;
import java.io.IOException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A printed figure stands beside the setting that it was printed for, and beside no other. */
class PublishedAvailabilityTest {
  private static PublishedAvailability published;

  @BeforeAll
  static void read() throws IOException {
    try (Runs runs = TestEngine.runs(TestEngine.settings())) {
      published = runs.compute(PublishedAvailability::new);
    }
  }

  private static Setting vc(int popularReplicas, long owners, double privateBlocks) {
    return new Setting(
        "vc",
        100,
        3,
        Redundancy.replicas(3),
        Redundancy.replicas(popularReplicas),
        new PublishedAvailability.Fleet(owners, privateBlocks, 18035.5072));
  }

  @Test
  void aFigureIsThatOfItsSetting() {
    assertThat(published.publishedFor(vc(6, 2500, 550.4))).hasValue(0.996601941726164);
  }

  @Test
  void anotherFleetOrRedundancyHasNone() {
    assertThat(published.publishedFor(vc(5, 2500, 550.4))).isEmpty();
    assertThat(published.publishedFor(vc(6, 5, 550.4))).isEmpty();
    assertThat(published.publishedFor(vc(6, 2500, 12))).isEmpty();
  }
}
