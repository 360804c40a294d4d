package dev.varve.simulation.retention;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * What borg 1.2.4 and restic 0.14.0 said that they would keep of random chains (Debian 12, {@code
 * benchmarks/retention/make_picks.py}, TZ=UTC); {@code -Dretention.picks=FILE} compares with
 * another file of it.
 */
class PicksOfToolsTest {
  @Test
  void theToolsKeepTheSame() throws IOException {
    Map<String, List<DatedSnapshot>> chains = new HashMap<>();
    Map<String, Integer> compared = new HashMap<>();
    for (String line : lines()) {
      String[] parts = line.split(";", -1);
      if (parts[0].equals("chain")) {
        List<DatedSnapshot> chain = new ArrayList<>();
        for (String time : parts[2].split(",")) {
          chain.add(new DatedSnapshot(chain.size(), Instant.parse(time)));
        }
        chains.put(parts[1], chain);
        continue;
      }
      ChainPolicy policy =
          ChainPolicy.named(
              parts[2], ChainPolicyTest.rules(parts[4]), ZoneOffset.UTC, Instant.parse(parts[3]));
      String kept =
          policy.kept(Objects.requireNonNull(chains.get(parts[1]))).keySet().stream()
              .map(DatedSnapshot::number)
              .sorted()
              .map(String::valueOf)
              .collect(Collectors.joining(" "));
      assertThat(kept).as(line).isEqualTo(parts[5]);
      compared.merge(parts[2], 1, Integer::sum);
    }
    assertThat(compared).containsOnlyKeys("borg", "restic-0.14");
    assertThat(compared.values()).allMatch(picks -> picks >= 60);
  }

  private static List<String> lines() throws IOException {
    String file = System.getProperty("retention.picks");
    if (file != null) {
      return Files.readAllLines(Path.of(file));
    }
    try (InputStream in = PicksOfToolsTest.class.getResourceAsStream("picks.csv")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .toList();
    }
  }
}
