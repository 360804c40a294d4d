package dev.varve.jobs.derive.update;

import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.engine.Query;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * An update between two images that a user names, for each platform that both images have. Its
 * tables replace those of the updates that derive found.
 *
 * @param from the earlier image, as {@link ImageReference} reads it
 * @param to the later image
 */
public record ChosenUpdate(String from, String to) {
  /** The tables that describe the update. */
  public static final Set<String> TABLES = Set.copyOf(ImageUpdates.TABLES);

  /** Tables and views from which the update is computed. */
  public static final String INPUTS =
      "image image_layer image_tag manifest manifest_reference layer layer_number"
          + " layer_recipe file_recipe file_chunk";

  /**
   * A row of view {@code update_pair}.
   *
   * @param updateNumber from 1
   * @param platform os/architecture with its variant
   * @param fromTag a tag of the earlier image; null where no tag leads to it any more
   * @param toTag a tag of the later image; null likewise
   * @param fromImage digest of the earlier image
   * @param toImage digest of the later image
   */
  private record Pair(
      int updateNumber,
      String repository,
      String platform,
      @Nullable String fromTag,
      @Nullable String toTag,
      String fromImage,
      String toImage) {
    static Pair of(int number, ImageReference.Found earlier, ImageReference.Found later) {
      String tag = earlier.tag();
      boolean isOtherRepository = !earlier.repository().equals(later.repository());
      return new Pair(
          number,
          later.repository(),
          later.platform(),
          tag != null && isOtherRepository ? earlier.repository() + ":" + tag : tag,
          later.tag(),
          earlier.imageDigest(),
          later.imageDigest());
    }
  }

  /**
   * Shows the tables as views.
   *
   * @throws InvalidSettingsException when a name leads to no image or to several, or the images
   *     have no platform in common
   */
  public void makeViews(Engine engine) throws IOException {
    ImageUpdates.makeImageViews(engine);
    engine.records("update_pair", Pair.class, pairs(engine));
    engine.materialize("update_listed", Query.of(ImageUpdates.FOLDER, "listed"));
    engine.materialize("file_owners", Query.of(ImageUpdates.FOLDER, "owners"));
    engine.materialize("file_bundles", Query.of("sharing", "file_bundle"));
    ImageUpdates.makeViews(engine, new UpdateSettings(Long.MAX_VALUE));
    for (String table : ImageUpdates.TABLES) {
      engine.materialize(table, ImageUpdates.table(table));
    }
  }

  private List<Pair> pairs(Engine engine) throws IOException {
    List<String> faults = new ArrayList<>();
    List<ImageReference.Found> earlier = ImageReference.find("--from", from, engine, faults);
    List<ImageReference.Found> later = ImageReference.find("--to", to, engine, faults);
    List<Pair> pairs = new ArrayList<>();
    if (earlier.size() == 1 && later.size() == 1) {
      pairs.add(Pair.of(1, earlier.get(0), later.get(0)));
    } else {
      Map<String, ImageReference.Found> byPlatform = new TreeMap<>();
      earlier.forEach(image -> byPlatform.putIfAbsent(image.platform(), image));
      for (ImageReference.Found image : later) {
        ImageReference.Found ofPlatform = byPlatform.remove(image.platform());
        if (ofPlatform != null) {
          pairs.add(Pair.of(pairs.size() + 1, ofPlatform, image));
        }
      }
    }
    if (faults.isEmpty() && pairs.isEmpty()) {
      faults.add(
          "%s is of %s, %s of %s: they have no platform in common"
              .formatted(from, platforms(earlier), to, platforms(later)));
    }
    if (!faults.isEmpty()) {
      throw new InvalidSettingsException(faults);
    }
    return pairs;
  }

  private static String platforms(List<ImageReference.Found> images) {
    Set<String> platforms = new TreeSet<>();
    images.forEach(image -> platforms.add(image.platform()));
    return String.join(", ", platforms);
  }
}
