package dev.varve.jobs.simulate.retention;

import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.store.HadoopStore;
import dev.varve.jobs.warehouse.file.Locations;
import java.io.BufferedReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;

/**
 * A list of tags: {@code repository:tag} a line; empty lines and those that begin with # are
 * skipped.
 */
final class TagList {
  private static final int MOST_LETTERS = 4096;
  private static final int MOST_TAGS = 10_000_000;
  private static final int MOST_FAULTS = 10;

  private TagList() {}

  /**
   * Reads the list.
   *
   * @throws InvalidSettingsException when there is no such file, or a line is not a tag
   */
  static Set<String> read(Configuration hadoop, String place) throws IOException {
    String location = Locations.of(place, hadoop).toString();
    Set<String> tags = new LinkedHashSet<>();
    List<String> faults = new ArrayList<>();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new HadoopStore(hadoop).open(location, 0, -1), StandardCharsets.UTF_8))) {
      int number = 0;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        number++;
        String tag = line.strip();
        if (tag.isEmpty() || tag.startsWith("#")) {
          continue;
        }
        int colon = tag.lastIndexOf(':');
        if (colon < 1 || colon == tag.length() - 1 || tag.length() > MOST_LETTERS) {
          faults.add("%s, line %d: write repository:tag".formatted(place, number));
        }
        tags.add(tag);
        if (faults.size() == MOST_FAULTS || tags.size() > MOST_TAGS) {
          break;
        }
      }
    } catch (FileNotFoundException e) {
      throw new InvalidSettingsException(List.of("retention.tags: there is no file " + place));
    }
    if (tags.size() > MOST_TAGS) {
      faults.add(place + ": more than " + MOST_TAGS + " tags");
    }
    if (!faults.isEmpty()) {
      throw new InvalidSettingsException(faults);
    }
    return tags;
  }
}
