package dev.varve.jobs.conf;

import java.io.Serializable;
import java.util.Map;

/**
 * A fleet made up from a seed.
 *
 * @param vms owners
 * @param privateBlocks under vc: blocks of one VM each
 * @param popularBlocks under vc: blocks of the popular data set
 * @param popularDegree mean VMs of a popular block
 * @param obliviousBlocks under vo: blocks that any VM may touch
 * @param obliviousDegree mean VMs of such a block
 */
public record SyntheticSettings(
    int vms,
    int privateBlocks,
    int popularBlocks,
    double popularDegree,
    int obliviousBlocks,
    double obliviousDegree)
    implements Serializable {
  private static final String ROOT = "synthetic.";
  private static final int MOST = 100_000_000;

  /**
   * Reads them from all settings in force.
   *
   * @throws InvalidSettingsException that lists every fault
   */
  public static SyntheticSettings read(Map<String, String> texts) {
    SettingReader reader = new SettingReader(texts);
    int vms = reader.count(ROOT + "vms", 1, MOST);
    SyntheticSettings settings =
        new SyntheticSettings(
            vms,
            reader.count(ROOT + "private-blocks", 1, MOST),
            reader.count(ROOT + "popular-blocks", 1, MOST),
            reader.number(ROOT + "popular-degree", 1, vms),
            reader.count(ROOT + "oblivious-blocks", 1, MOST),
            reader.number(ROOT + "oblivious-degree", 1, vms));
    reader.finish();
    return settings;
  }
}
