package dev.varve.jobs.fleet;

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
    int vms,
    int privateBlocks,
    int popularBlocks,
    double popularDegree,
    int obliviousBlocks,
    double obliviousDegree)
    implements Serializable {
  /** The switch that asks for such a fleet, and its help. */
  public static final String SWITCH = "synthetic";

  public static final String HELP = "A fleet made up from the seed, not the warehouse's.";

  private static final String ROOT = "synthetic.";
  private static final int MOST = 100_000_000;

  public static SyntheticSettings read(SettingReader settings) {
    int vms = settings.count(ROOT + "vms", 1, MOST);
    return new SyntheticSettings(
        vms,
        settings.count(ROOT + "private-blocks", 1, MOST),
        settings.count(ROOT + "popular-blocks", 1, MOST),
        settings.number(ROOT + "popular-degree", 1, vms),
        settings.count(ROOT + "oblivious-blocks", 1, MOST),
        settings.number(ROOT + "oblivious-degree", 1, vms));
  }
}
