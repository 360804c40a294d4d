package dev.varve.jobs.simulate.fleet;

import dev.varve.jobs.conf.Range;
import dev.varve.jobs.conf.SettingReader;
import java.io.Serializable;

/**
 * A synthetic fleet, drawn from a seed.
 *
 * @param vms number of VMs, the owners
 * @param privateBlocks scheme vc: private blocks, of one VM each
 * @param popularBlocks scheme vc: blocks of the popular data set
 * @param popularDegree mean number of VMs that touch a popular block
 * @param obliviousBlocks scheme vo: blocks that any VM may touch
 * @param obliviousDegree mean number of VMs that touch such a block
 */
public record SyntheticSettings(
    @Range(low = 1, high = MAX_COUNT) int vms,
    @Range(low = 1, high = MAX_COUNT) int privateBlocks,
    @Range(low = 1, high = MAX_COUNT) int popularBlocks,
    @Range(low = 1, high = MAX_COUNT) double popularDegree,
    @Range(low = 1, high = MAX_COUNT) int obliviousBlocks,
    @Range(low = 1, high = MAX_COUNT) double obliviousDegree)
    implements Serializable {
  /** The switch for such a fleet, and its help. */
  public static final String SWITCH = "synthetic";

  public static final String HELP = "A synthetic fleet, drawn from the seed, not the warehouse's.";

  static final int MAX_COUNT = 100_000_000;

  /** Reads section synthetic. */
  public static SyntheticSettings read(SettingReader settings) {
    SyntheticSettings read = settings.bind("synthetic", SyntheticSettings.class);
    read.check(settings, "popular-degree", read.popularDegree);
    read.check(settings, "oblivious-degree", read.obliviousDegree);
    return read;
  }

  /** Reports a mean number of VMs per block that exceeds the number of VMs. */
  private void check(SettingReader settings, String name, double degree) {
    if (degree > vms) {
      String key = "synthetic." + name;
      settings.fault(
          "%s is %s, more than there are VMs, %d (synthetic.vms): lower it too, such as --set %s=%s"
              .formatted(key, settings.text(key), vms, key, Math.max(1, vms / 2)));
    }
  }
}
