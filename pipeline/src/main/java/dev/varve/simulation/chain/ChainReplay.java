package dev.varve.simulation.chain;

import java.util.ArrayList;
import java.util.List;

/**
 * Replay of one workload's look-ups on one chain, by several settings. The files of a long chain
 * may be divided among tasks: the results of the parts add up, whatever their number.
 */
public final class ChainReplay {
  private final Chain chain;
  private final LookUps lookUps;

  /** A replay of look-ups, which must have been made for this chain. */
  public ChainReplay(Chain chain, LookUps lookUps) {
    this.chain = chain;
    this.lookUps = lookUps;
  }

  /**
   * The events in the caches of one part of the files; empty where the part has no files.
   *
   * @param part from 0
   * @param parts number of parts, of about equal work. A replay that cannot be divided, such as
   *     that of a shared cache, is all in part 0
   */
  public List<CacheEvents> replay(ReplaySetting setting, int part, int parts) {
    Chain merged = chain.merged(setting.mergedFiles());
    LookUps all = setting.mergedFiles() == 0 ? lookUps : lookUps.merged(setting.mergedFiles());
    int top = merged.files().size() - 1;
    if (setting.method() == ReplaySetting.Method.DIRECT) {
      // With direct access the active file knows the owner of every cluster. So its tables are
      // full, and reads look into no other file.
      SliceLayout layout = new SliceLayout(merged, TableRule.FULL, all.sliceSpanBytes());
      return part > 0
          ? List.of()
          : List.of(PerFileCaches.replay(all, merged, layout, setting.cacheBytes(), top, top));
    }
    SliceLayout layout = new SliceLayout(merged, setting.tables(), all.sliceSpanBytes());
    if (setting.scope() == ReplaySetting.CacheScope.SHARED) {
      return part > 0
          ? List.of()
          : List.of(new SharedCache(merged, layout, setting.cacheBytes()).replay(all));
    }
    int[] ends = ends(all, parts);
    int low = part == 0 ? 0 : ends[part - 1];
    List<CacheEvents> events = new ArrayList<>();
    if (low < ends[part]) {
      events.add(
          PerFileCaches.replay(all, merged, layout, setting.cacheBytes(), low, ends[part] - 1));
    }
    return events;
  }

  /**
   * The end of each part, as the file after its last, so that all parts have about equally many
   * look-ups.
   */
  private static int[] ends(LookUps lookUps, int parts) {
    long[] before = new long[lookUps.files() + 1];
    long lookUpsSoFar = lookUps.owned(OwnerRuns.NOBODY);
    for (int file = 0; file < lookUps.files(); file++) {
      lookUpsSoFar += lookUps.owned(file);
      before[file + 1] = before[file] + lookUpsSoFar;
    }
    int[] ends = new int[parts];
    int file = 0;
    for (int part = 0; part < parts; part++) {
      double wanted = (double) before[lookUps.files()] * (part + 1) / parts;
      while (file < lookUps.files() && (part + 1 == parts || before[file + 1] <= wanted)) {
        file++;
      }
      ends[part] = file;
    }
    return ends;
  }
}
