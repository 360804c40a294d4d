package dev.varve.jobs.cli;

import static dev.varve.jobs.engine.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.answer.damage.FileFaults;
import dev.varve.jobs.engine.run.DuckDb;
import dev.varve.jobs.engine.run.SmallWorld;
import dev.varve.jobs.engine.run.TestEngine;
import dev.varve.jobs.store.FaultyDisk.Left;
import dev.varve.jobs.store.FaultyStore;
import dev.varve.jobs.store.FaultyStore.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Verbs during which a call to the file system goes wrong, by another engine's eyes: every table is
 * as before the verb or as after it, layers never without their recipes, and the same line once
 * more leads to the end. A few of the calls are walked over, unless property {@code every.call}
 * says otherwise: it is the step from one call to the next.
 */
@Tag("thorough")
class EveryCallTest {
  private static final int SAMPLE = 2;
  private static final String CHAINS =
      "simulate chains --kinds even --snapshots 1 --disk-bytes 1MiB --access uniform"
          + " --cache-bytes 8KiB";

  @TempDir private Path folder;

  /** What is run, on what, and the tables it changes, in the order in which they may change. */
  private enum Work {
    INGEST("ingest registry %s", Fault.POWER_IS_LOST),
    DERIVE("derive", Fault.TRUNCATES),
    SIMULATE(CHAINS + " --requests 20", Fault.FAILS);

    private final String line;

    /** What goes wrong at the first call; at the next ones, what follows it. */
    private final Fault first;

    Work(String line, Fault first) {
      this.line = line;
      this.first = first;
    }

    List<String> tables() {
      return switch (this) {
        case INGEST -> List.of("layer_recipe", "layer", "image_layer");
        case DERIVE -> List.of("file_sharing");
        // Both were there, and are replaced together.
        case SIMULATE -> List.of("chain_result", "chain_event");
      };
    }

    Path before(Path folder) throws IOException {
      return switch (this) {
        case INGEST -> Files.createDirectories(folder);
        case DERIVE -> SmallWorld.copy(SmallWorld.ingested(), folder);
        case SIMULATE -> {
          assertThat(run(CHAINS + " --requests 10", folder)).isZero();
          yield folder;
        }
      };
    }

    int run(Path warehouse) {
      return run(line.replace("%s", SmallWorld.registry().toString()), warehouse);
    }

    private static int run(String verb, Path warehouse) {
      return varve(verb + " --quiet --warehouse %s", warehouse).code();
    }
  }

  @AfterEach
  void mend() {
    FaultyStore.sound();
  }

  @ParameterizedTest
  @EnumSource(Work.class)
  void everyTableIsAsBeforeOrAsAfter(Work work) throws Exception {
    Path first = work.before(folder.resolve("before"));
    Map<String, String> before = contents(work, first);
    Path sound = SmallWorld.copy(first, folder.resolve("sound"));
    FaultyStore.watch(sound, Fault.NONE, 0);
    assertThat(work.run(sound)).isZero();
    int calls = FaultyStore.sound();
    assertThat(calls).as("calls that were seen").isGreaterThan(SAMPLE);
    Map<String, String> after = contents(work, sound);
    work.tables().forEach(table -> assertThat(after).doesNotContainEntry(table, before.get(table)));
    int step = Integer.getInteger("every.call", calls / SAMPLE);
    List<Fault> faults = List.of(Fault.POWER_IS_LOST, Fault.TRUNCATES, Fault.FAILS);
    Map<String, Integer> states = new TreeMap<>();
    int walked = 0;
    for (int call = 1 + step / 2; call <= calls; call += step) {
      Fault fault = faults.get((faults.indexOf(work.first) + walked++) % faults.size());
      Path root = SmallWorld.copy(first, folder.resolve(fault + "-" + call));
      String what = "%s: call %d of %d, %s".formatted(work, call, calls, fault);
      FaultyStore.watch(root, fault, call);
      int code = work.run(root);
      FaultyStore.sound();
      if (fault == Fault.POWER_IS_LOST) {
        Path left = folder.resolve("left-" + call);
        FaultyStore.leave(walked % 2 == 0 ? Left.NOTHING : Left.ENTRIES, left);
        root = left;
      }
      Map<String, String> seen = contents(work, root);
      boolean old = false;
      for (String table : work.tables()) {
        String rows = Objects.requireNonNull(seen.get(table), table);
        assertThat(rows).as("%s of %s", table, what).isIn(before.get(table), after.get(table));
        boolean grown = rows.equals(after.get(table));
        assertThat(grown && old).as("%s without what it refers to, %s", table, what).isFalse();
        old |= !grown;
      }
      states.merge(
          seen.equals(before) ? "before" : seen.equals(after) ? "after" : "between",
          1,
          Integer::sum);
      forgetLock(root);
      assertThat(work.run(root)).as("%s ended with %d; once more", what, code).isZero();
      assertThat(contents(work, root)).as(what).isEqualTo(after);
      assertThat(FileFaults.of(TestEngine.runs(TestEngine.settings()), root.toString()).faults())
          .as(what)
          .isEmpty();
    }
    System.out.printf(
        "%s: %d calls, %d of them made to go wrong; tables as %s%n", work, calls, walked, states);
  }

  /** The rows of each table, by a program that knows nothing of journals. */
  private static Map<String, String> contents(Work work, Path root) throws Exception {
    Map<String, String> contents = new TreeMap<>();
    try (DuckDb duck = new DuckDb()) {
      for (String table : work.tables()) {
        boolean any = false;
        if (Files.isDirectory(root.resolve(table))) {
          try (Stream<Path> files = Files.list(root.resolve(table))) {
            any = files.anyMatch(file -> file.toString().endsWith(".parquet"));
          }
        }
        if (any) {
          duck.view(table, root);
          String rows = table.equals("layer") ? "SELECT * EXCLUDE (first_seen_at)" : "SELECT *";
          contents.put(
              table,
              duck.csv(
                      "SELECT count(*), bit_xor(hash(t)) FROM (%s FROM %s) AS t"
                          .formatted(rows, table))
                  .get(1));
        } else {
          contents.put(table, "none");
        }
      }
    }
    return contents;
  }

  /** The process of the lock is this one, which lives. */
  private static void forgetLock(Path root) throws IOException {
    Path locks = root.resolve(".varve/locks");
    if (Files.exists(locks)) {
      try (Stream<Path> all = Files.list(locks)) {
        for (Path lock : all.toList()) {
          Files.writeString(lock, "released");
        }
      }
    }
  }
}
