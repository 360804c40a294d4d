package dev.varve.jobs.simulate.retention;

import dev.varve.input.source.ImageName;
import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.store.Store;
import java.io.BufferedReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A list of tags: {@code repository:tag} a line; empty lines and those that begin with # are
 * skipped.
 */
final class TagList {
  private static final int MAX_CHARS = 4096;
  private static final int MAX_TAGS = 10_000_000;
  private static final int MAX_FAULTS = 10;

  private TagList() {}

  /**
   * The names of a list as tables have them. A name that exists is kept. Any other is looked up in
   * the short form that Docker calls familiar. A name that is not found in either form is kept,
   * too.
   *
   * @param known walks over the names that are there
   */
  static Set<String> resolved(Set<String> listed, Known known) throws IOException {
    Map<String, Set<String>> familiar = new HashMap<>();
    for (String name : listed) {
      String text = ImageName.parse(name).text();
      if (text != null && !text.equals(name)) {
        familiar.computeIfAbsent(text, one -> new LinkedHashSet<>()).add(name);
      }
    }
    Set<String> exact = new HashSet<>();
    Set<String> other = new LinkedHashSet<>();
    known.each(
        name -> {
          if (listed.contains(name)) {
            exact.add(name);
          }
          if (familiar.containsKey(name)) {
            other.add(name);
          }
        });
    Set<String> resolved = new LinkedHashSet<>(listed);
    for (String name : other) {
      for (String form : familiar.getOrDefault(name, Set.of())) {
        if (!exact.contains(form)) {
          resolved.remove(form);
          resolved.add(name);
        }
      }
    }
    return resolved;
  }

  /** A walk over names {@code repository:tag}. */
  @FunctionalInterface
  interface Known {
    void each(Consumer<String> names) throws IOException;
  }

  /**
   * Reads the list.
   *
   * @throws InvalidSettingsException when there is no such file, or a line is not a tag
   */
  static Set<String> read(Store store, String place) throws IOException {
    String location = store.qualified(place);
    Set<String> tags = new LinkedHashSet<>();
    List<String> faults = new ArrayList<>();
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(store.open(location), StandardCharsets.UTF_8))) {
      int number = 0;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        number++;
        String tag = line.strip();
        if (tag.isEmpty() || tag.startsWith("#")) {
          continue;
        }
        int colon = tag.lastIndexOf(':');
        if (colon < 1 || colon == tag.length() - 1 || tag.length() > MAX_CHARS) {
          faults.add("%s, line %d: write repository:tag".formatted(place, number));
        }
        tags.add(tag);
        if (faults.size() == MAX_FAULTS || tags.size() > MAX_TAGS) {
          break;
        }
      }
    } catch (FileNotFoundException e) {
      throw new InvalidSettingsException(List.of("retention.tags: there is no file " + place));
    }
    if (tags.size() > MAX_TAGS) {
      faults.add(place + ": more than " + MAX_TAGS + " tags");
    }
    if (!faults.isEmpty()) {
      throw new InvalidSettingsException(faults);
    }
    return tags;
  }
}
