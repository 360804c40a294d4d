package dev.varve.jobs.answer.restore;

import dev.varve.jobs.warehouse.file.OutputPlace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Check that layers can be restored. Each is restored into a temporary file, its diffID is
 * compared, and the file is deleted.
 *
 * @param layers number of layers that were tried
 * @param faults for each layer that could not be restored, the reason
 */
public record DeepCheck(int layers, List<String> faults) {

  /**
   * Tries a random sample of layers.
   *
   * @param sample number of layers
   * @param seed for the random choice; equal seeds choose equal layers
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
