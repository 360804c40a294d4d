package dev.varve.jobs.answer.restore;

import dev.varve.input.source.ImageSources;
import dev.varve.input.source.LayerPlaces;
import dev.varve.input.source.SourceUnit;
import dev.varve.input.tar.ArchiveLimits;
import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.engine.Query;
import dev.varve.jobs.engine.run.NoInputException;
import dev.varve.jobs.store.Store;
import dev.varve.jobs.store.registry.InputStore;
import dev.varve.jobs.store.registry.RegistryAccess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Finds the places where the blobs of a warehouse's layers are stored. */
public final class BlobInputs {
  private BlobInputs() {}

  /** A row of {@code schemas/restore/inputs.sql}. */
  private record Ingested(@Nullable String places) {}

  /**
   * Opens the inputs.
   *
   * @param engine an engine with a view of table run
   * @param inputs locations of blobs; empty for all inputs ever ingested
   * @param limits limits of an archive
   * @param access how registries are reached
   * @throws NoInputException when an input that was named has no images
   */
  public static LayerPlaces places(
      Engine engine, Store files, List<String> inputs, ArchiveLimits limits, RegistryAccess access)
      throws IOException {
    List<@Nullable String> ingested = new ArrayList<>();
    engine.each(Query.of("restore", "inputs"), Ingested.class, row -> ingested.add(row.places()));
    List<String> known = latestFirst(ingested);
    return places(access.store(files), known, inputs, limits);
  }

  /**
   * The distinct locations of all inputs, the latest first.
   *
   * @param ingested for each run, in their order, its locations on a line each
   */
  static List<String> latestFirst(List<@Nullable String> ingested) {
    List<String> distinct =
        new ArrayList<>(
            ingested.stream().filter(Objects::nonNull).flatMap(String::lines).distinct().toList());
    Collections.reverse(distinct);
    return distinct;
  }

  static LayerPlaces places(
      InputStore store, List<String> known, List<String> inputs, ArchiveLimits limits)
      throws IOException {
    List<SourceUnit> units = new ArrayList<>();
    List<String> withoutImages = new ArrayList<>();
    for (String input : inputs.isEmpty() ? known : inputs) {
      List<SourceUnit> ofInput = ImageSources.units(store, store.location(input));
      units.addAll(ofInput);
      if (ofInput.isEmpty()) {
        withoutImages.add(input);
      }
    }
    if (!inputs.isEmpty() && !withoutImages.isEmpty()) {
      throw NoInputException.noImages(List.of(), withoutImages);
    }
    return new LayerPlaces(store, units, limits);
  }
}
