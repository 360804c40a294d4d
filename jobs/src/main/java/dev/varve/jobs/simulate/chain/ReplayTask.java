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
 * The replay of one workload on a part of a chain's files, under all settings. Each task generates
 * the reads itself, which takes little time compared with the replay.
 *
 * @param chainNumber number of the chain
 * @param pattern pattern of synthetic reads; null for the reads of the trace
 * @param trace URI of a trace
 * @param space the clusters that reads go to
 * @param replays settings of the methods and caches
 * @param part index of the part of the chain's files
 * @param parts number of parts
 */
record ReplayTask(
    int chainNumber,
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
   * @param counts counts of look-ups, before any merge
   * @param events cache events by setting; empty lists if the part has no files
   */
  record Events(ChainTally.Counts counts, List<List<CacheEvents>> events) implements Serializable {}

  /** The name of the workload. */
  String access() {
    return pattern == null ? ChainSettings.TRACE : pattern.name();
  }

  Events run(Chain chain, Store store) throws IOException {
    LookUps lookUps;
    try (Accesses reads = reads(chain, store)) {
      lookUps = LookUps.of(chain, pattern == null ? ReadSpace.DISK : space, reads);
    }
    ChainReplay replay = new ChainReplay(chain, lookUps);
    List<List<CacheEvents>> events = new ArrayList<>();
    for (ReplaySetting setting : replays) {
      events.add(List.copyOf(replay.replay(setting, part, parts)));
    }
    return new Events(ChainTally.Counts.of(lookUps), events);
  }

  private Accesses reads(Chain chain, Store store) throws IOException {
    if (pattern == null) {
      return TraceText.open(store, trace);
    }
    long bytes =
        space == ReadSpace.WRITTEN ? chain.owners().writtenBytes() : chain.owners().virtualBytes();
    return bytes == 0 ? Accesses.NONE : pattern.reads(bytes, seed.at("reads"));
  }
}
