package dev.varve.jobs.answer.restore;

import dev.varve.jobs.warehouse.file.OutputPlace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Restores layers into the folder for temporary files, one at a time, compares their diffIDs, and
 * deletes them again.
 *
 * @param layers how many were tried
 * @param faults those that did not come back, and why
 */
public record DeepCheck(int layers, List<String> faults) {

  /**
   * Tries layers drawn from a seed.
   *
   * @param sample how many
   */
  public static DeepCheck of(LayerRestore restore, int sample, String seed) throws IOException {
    List<String> layers = restore.sample(sample, seed);
    List<String> faults = new ArrayList<>();
    Path folder = Files.createTempDirectory("varve-restore-");
    Path archive = folder.resolve("layer.tar");
    try {
      for (String layer : layers) {
        try {
          restore.restore(layer, OutputPlace.of(archive));
        } catch (NotRestorableException e) {
          faults.add(String.valueOf(e.getMessage()));
        }
      }
    } finally {
      Files.deleteIfExists(archive);
      Files.deleteIfExists(folder);
    }
    return new DeepCheck(layers.size(), List.copyOf(faults));
  }
}
