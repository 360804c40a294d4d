package dev.varve.jobs.simulate.chain;

import dev.varve.jobs.store.Store;
import dev.varve.model.Seed;
import dev.varve.simulation.access.Accesses;
import dev.varve.simulation.access.Pattern;
import dev.varve.simulation.access.TraceText;
import dev.varve.simulation.chain.CacheEvents;
import dev.varve.simulation.chain.Chain;
import dev.varve.simulation.chain.ChainReplay;
import dev.varve.simulation.chain.ChainTally;
import dev.varve.simulation.chain.LookUps;
import dev.varve.simulation.chain.ReadSpace;
import dev.varve.simulation.chain.ReplaySetting;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of the files of a chain under one workload, by all settings. Each task makes the reads
 * again, which is quick compared with their replay.
 *
 * @param chain number of the chain
 * @param pattern of the reads; null for those of the trace
 * @param trace URI of a trace
 * @param part of so many
 */
record ReplayTask(
    int chain,
    @Nullable Pattern pattern,
    String trace,
    ReadSpace space,
    List<ReplaySetting> replays,
    Seed seed,
    int part,
    int parts)
    implements Serializable {

  /**
   * The result of a task.
   *
   * @param counts of the look-ups, before any merge
   * @param events by setting, none where the part had no files
   */
  record Events(ChainTally.Counts counts, List<List<CacheEvents>> events) implements Serializable {}

  /** The name of the workload. */
  String access() {
    return pattern == null ? ChainSettings.TRACE : pattern.name();
  }

  Events run(Chain of, Store store) throws IOException {
    LookUps lookUps;
    try (Accesses reads = reads(of, store)) {
      lookUps = LookUps.of(of, pattern == null ? ReadSpace.DISK : space, reads);
    }
    ChainReplay replay = new ChainReplay(of, lookUps);
    List<List<CacheEvents>> events = new ArrayList<>();
    for (ReplaySetting setting : replays) {
      events.add(List.copyOf(replay.replay(setting, part, parts)));
    }
    return new Events(ChainTally.Counts.of(lookUps), events);
  }

  private Accesses reads(Chain of, Store store) throws IOException {
    if (pattern == null) {
      return TraceText.open(store, trace);
    }
    long bytes =
        space == ReadSpace.WRITTEN ? of.owners().writtenBytes() : of.owners().virtualBytes();
    return bytes == 0 ? Accesses.NONE : pattern.over(bytes, seed.at("reads"));
  }
}
