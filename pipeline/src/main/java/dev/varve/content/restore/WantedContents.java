package dev.varve.content.restore;

import dev.varve.input.tar.SparseMap;
import dev.varve.input.tar.TarReader;
import dev.varve.model.Fingerprint;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The distinct contents of an archive that is restored, numbered as they come: where each belongs,
 * and which are still missing. Some 200 bytes of memory a content.
 */
public final class WantedContents {
  private final Map<Fingerprint, Integer> numbers = new HashMap<>();
  private final List<List<ContentPlace>> places = new ArrayList<>();
  private final List<Long> bytes = new ArrayList<>();
  private final BitSet missing = new BitSet();
  private long missingBytes;

  /**
   * Adds a place of a content.
   *
   * @param storedBytes bytes of it in the archive; a content of 0 bytes is not missing
   */
  void add(Fingerprint content, long storedBytes, long archiveOffset, @Nullable SparseMap map) {
    if (storedBytes == 0) {
      return;
    }
    int number = numbers.computeIfAbsent(content, key -> places.size());
    if (number == places.size()) {
      places.add(new ArrayList<>(1));
      bytes.add(storedBytes);
      missing.set(number);
      missingBytes += storedBytes;
    }
    places.get(number).add(new ContentPlace(archiveOffset, map));
  }

  /** The number of a content that is missing, or -1. */
  public int missingNumber(Fingerprint content) {
    Integer number = numbers.get(content);
    return number == null || !missing.get(number) ? -1 : number;
  }

  boolean isMissing(int number) {
    return missing.get(number);
  }

  long bytes(int number) {
    return bytes.get(number);
  }

  /** Bytes of the missing contents, each once. */
  public long missingBytes() {
    return missingBytes;
  }

  public List<Fingerprint> missing() {
    return numbers.entrySet().stream()
        .filter(entry -> missing.get(entry.getValue()))
        .map(Map.Entry::getKey)
        .sorted()
        .toList();
  }

  /** Counts a content as written. */
  void markWritten(int number) {
    if (missing.get(number)) {
      missing.clear(number);
      missingBytes -= bytes(number);
    }
  }

  /** A sink that writes a content to all its places. */
  TarReader.Sink writer(int number, FileChannel archive) {
    List<TarReader.Sink> sinks =
        places.get(number).stream().map(place -> place.writer(archive)).toList();
    return (buffer, from, length) -> write(sinks, buffer, from, length);
  }

  private static void write(List<TarReader.Sink> sinks, byte[] buffer, int from, int length)
      throws IOException {
    for (TarReader.Sink sink : sinks) {
      sink.take(buffer, from, length);
    }
  }
}
