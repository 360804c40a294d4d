package dev.varve.jobs.simulate.fleet;

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
  /** The switch for such a fleet, and its help. */
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
        degree(settings, ROOT + "popular-degree", vms),
        settings.count(ROOT + "oblivious-blocks", 1, MOST),
        degree(settings, ROOT + "oblivious-degree", vms));
  }

  /** No block is of more VMs than there are. */
  private static double degree(SettingReader settings, String key, int vms) {
    double degree = settings.number(key, 1, MOST);
    if (degree > vms) {
      settings.fault(
          "%s is %s, more than there are VMs, %d (%svms): lower it too, such as --set %s=%s"
              .formatted(key, settings.text(key), vms, ROOT, key, Math.max(1, vms / 2)));
    }
    return degree;
  }
}
