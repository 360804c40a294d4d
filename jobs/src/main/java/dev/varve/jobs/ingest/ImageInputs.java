package dev.varve.jobs.ingest;

import dev.varve.input.source.ImageSources;
import dev.varve.input.source.RegistryInput;
import dev.varve.input.source.SourceUnit;
import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.engine.run.NoInputException;
import dev.varve.jobs.store.registry.InputStore;
import dev.varve.model.MalformedBlobException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds images in inputs: OCI layouts, archives, storage trees of registries, image stores of
 * container hosts, and registries.
 */
public final class ImageInputs {
  private ImageInputs() {}

  /**
   * The units of reading of all inputs, each once, such as a repository or an archive.
   *
   * @throws NoInputException when an input has nothing to read, or the hosts of all inputs refuse
   * @throws InvalidSettingsException when an input is not a valid name in a registry, before any
   *     request
   */
  public static List<SourceUnit> units(InputStore store, List<String> inputs) throws IOException {
    requireValidNames(inputs);
    List<SourceUnit> units = new ArrayList<>();
    List<String> absent = new ArrayList<>();
    List<String> withoutImages = new ArrayList<>();
    List<String> refused = new ArrayList<>();
    for (String input : inputs) {
      String location = store.location(input);
      List<SourceUnit> found;
      try {
        found = ImageSources.units(store, location);
      } catch (MalformedBlobException e) {
        found = List.of(ImageSources.refused(location, e));
        refused.add(e.explanation());
      }
      if (found.isEmpty()) {
        boolean exists = !RegistryInput.isRegistry(location) && store.find(location).isPresent();
        (exists ? withoutImages : absent).add(input);
      }
      units.addAll(found);
    }
    if (!absent.isEmpty() || !withoutImages.isEmpty()) {
      throw NoInputException.noImages(absent, withoutImages);
    }
    if (refused.size() == inputs.size()) {
      throw NoInputException.refused(refused);
    }
    return units.stream().distinct().toList();
  }

  private static void requireValidNames(List<String> inputs) {
    List<String> faults = new ArrayList<>();
    for (String input : inputs) {
      try {
        if (RegistryInput.isRegistry(input)) {
          RegistryInput.parse(input);
        }
      } catch (MalformedBlobException e) {
        faults.add(e.explanation());
      }
    }
    if (!faults.isEmpty()) {
      throw new InvalidSettingsException(faults);
    }
  }
}
