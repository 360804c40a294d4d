package dev.varve.jobs.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Counts of a run, with their units. */
class RunSummaryTest {
  @Test
  void oneThingIsSingular() {
    RunSummary run =
        new RunSummary("run-1", Map.of("tags", 1L, "vms", 1234L), 0, Duration.ZERO, List.of());
    assertThat(run.count("tags", "tag")).isEqualTo("1 tag");
    assertThat(run.count("vms", "VM")).isEqualTo("1,234 VMs");
    assertThat(run.count("deletions", "deletion")).isEqualTo("0 deletions");
  }
}
