package dev.varve.simulation.backup;

/**
 * A row of table {@code backup_stage}: the references before and after one stage of the VM-centric
 * scheme.
 *
 * @param rules label of the {@link BackupRules}
 * @param sigma popular share of the unique chunks
 * @param stage {@code l1}, {@code l2} or {@code l3}
 * @param beforeChunks references that came to the stage
 * @param beforeBytes their bytes
 * @param afterChunks chunks that would be stored if it were the last; after l3, those of the VMs'
 *     own stores and the popular data
 * @param afterBytes their bytes
 * @param gainRatio share of {@code beforeBytes} that the stage removed; 0 when there were none
 * @param reduction of raw bytes, up to here
 * @param efficiency against perfect deduplication, up to here
 */
public record BackupStage(
    String rules,
    double sigma,
    String stage,
    long beforeChunks,
    long beforeBytes,
    long afterChunks,
    long afterBytes,
    double gainRatio,
    double reduction,
    double efficiency) {

  static BackupStage of(
      String rules, double sigma, String stage, Volume before, Volume after, Savings savings) {
    return new BackupStage(
        rules,
        sigma,
        stage,
        before.chunks(),
        before.bytes(),
        after.chunks(),
        after.bytes(),
        before.bytes() == 0 ? 0 : 1 - (double) after.bytes() / before.bytes(),
        savings.reduction(after.bytes()),
        savings.efficiency(after.bytes()));
  }
}
