package dev.varve.input.tar;

import dev.varve.model.RejectReason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Records of the PAX extended header of an entry (POSIX.1-2017, pax, "pax Extended Header"): {@code
 * LENGTH KEY=VALUE\n}, values as raw bytes.
 */
final class PaxRecords {
  /**
   * The keys that the reader uses; others are skipped, so that no archive can exhaust the memory.
   */
  private static final Set<String> KEYS =
      Set.of(
          "path",
          "linkpath",
          "size",
          "uid",
          "gid",
          "mtime",
          "GNU.sparse.major",
          "GNU.sparse.minor",
          "GNU.sparse.name",
          "GNU.sparse.realsize",
          "GNU.sparse.size",
          "GNU.sparse.map");

  /** Keys whose values may not contain a NUL, as other readers would end the name there. */
  private static final Set<String> NAMES = Set.of("path", "linkpath");

  private final Map<String, byte[]> records = new HashMap<>();
  private final ArchiveInput in;
  private final SparseMaps sparseMaps;
  private @Nullable SparseMap sparse;

  PaxRecords(ArchiveInput in, SparseMaps sparseMaps) {
    this.in = in;
    this.sparseMaps = sparseMaps;
  }

  /**
   * Reads a header's records. An empty value removes a record. If several headers precede one
   * entry, only the last counts, as in GNU tar and Go's archive/tar.
   */
  void read(byte[] data) throws IOException {
    clear();
    int at = 0;
    while (at < data.length && data[at] != 0) {
      int space = indexOf(data, (byte) ' ', at, Math.min(data.length, at + 12));
      long length = space < 0 ? -1 : TarNumbers.decimal(data, at, space);
      if (length < space - at + 3
          || length > data.length - at
          || data[at + (int) length - 1] != '\n') {
        throw in.malformed(RejectReason.CORRUPT, "a PAX record with a wrong length");
      }
      int end = at + (int) length - 1;
      int equals = indexOf(data, (byte) '=', space + 1, end);
      if (equals < 0) {
        throw in.malformed(RejectReason.CORRUPT, "a PAX record without a key");
      }
      String key = new String(data, space + 1, equals - space - 1, StandardCharsets.UTF_8);
      if (key.equals("GNU.sparse.offset") || key.equals("GNU.sparse.numbytes")) {
        addSparseNumber(TarNumbers.decimal(data, equals + 1, end));
      } else if (KEYS.contains(key)) {
        if (NAMES.contains(key) && indexOf(data, (byte) 0, equals, end) >= 0) {
          throw in.malformed(RejectReason.CORRUPT, "a PAX record " + key + " with a NUL");
        }
        records.put(key, Arrays.copyOfRange(data, equals + 1, end));
      }
      at = end + 1;
    }
  }

  /** Clears the records of one entry. */
  void clear() {
    records.clear();
    sparse = null;
  }

  byte @Nullable [] value(String key) {
    byte[] value = records.get(key);
    return value == null || value.length == 0 ? null : value;
  }

  byte[] value(String key, byte[] otherwise) {
    byte[] value = value(key);
    return value == null ? otherwise : value;
  }

  /** A record as a decimal number, or {@code otherwise}. */
  long number(String key, long otherwise) throws IOException {
    byte[] value = value(key);
    if (value == null) {
      return otherwise;
    }
    long number = TarNumbers.decimal(value, 0, value.length);
    if (number < 0) {
      throw in.malformed(RejectReason.CORRUPT, "the PAX record " + key + " is not a number");
    }
    return number;
  }

  /** A record as a decimal number that may be negative, or {@code otherwise}. */
  long signedNumber(String key, long otherwise) throws IOException {
    byte[] value = value(key);
    if (value == null || value[0] != '-') {
      return number(key, otherwise);
    }
    long number = TarNumbers.decimal(value, 1, value.length);
    if (number < 0) {
      throw in.malformed(RejectReason.CORRUPT, "the PAX record " + key + " is not a number");
    }
    return -number;
  }

  /** The time of modification; {@code seconds} of the header where no record has it. */
  long mtimeMicros(long seconds) throws IOException {
    byte[] value = value("mtime");
    long micros = value == null ? TarNumbers.micros(seconds) : TarNumbers.paxMicros(value);
    if (value != null && micros == TarNumbers.INVALID) {
      throw in.malformed(RejectReason.CORRUPT, "the PAX record mtime is not a time");
    }
    return micros;
  }

  /**
   * Length of a sparse file with its holes. Two keys are tried: formats use different ones, and
   * writers mix them.
   */
  long sparseBytes(long stored) throws IOException {
    return number("GNU.sparse.size", number("GNU.sparse.realsize", stored));
  }

  /**
   * Form of the map of a sparse file, decided as in Go's archive/tar: versions that GNU tar never
   * wrote count as plain files.
   */
  SparseForm sparseForm() {
    return switch (text("GNU.sparse.major") + "." + text("GNU.sparse.minor")) {
      case "0.0", "0.1" -> SparseForm.RECORDS;
      case "1.0" -> SparseForm.CONTENT;
      case "." ->
          sparse == null && value("GNU.sparse.map") == null ? SparseForm.NONE : SparseForm.RECORDS;
      default -> SparseForm.NONE;
    };
  }

  private String text(String key) {
    return new String(value(key, new byte[0]), StandardCharsets.ISO_8859_1);
  }

  /** The map of a sparse file in formats 0.0 and 0.1. */
  SparseMap sparse() throws IOException {
    byte[] map = sparse == null ? value("GNU.sparse.map", new byte[0]) : new byte[0];
    for (int at = 0; at < map.length; ) {
      int comma = indexOf(map, (byte) ',', at, map.length);
      int end = comma < 0 ? map.length : comma;
      addSparseNumber(TarNumbers.decimal(map, at, end));
      at = end + 1;
    }
    return sparse == null ? new SparseMap() : sparse;
  }

  /** Place of the map of a sparse file. */
  enum SparseForm {
    /** The file is not sparse. */
    NONE,
    /** In the records: formats 0.0 and 0.1. */
    RECORDS,
    /** In front of the content: format 1.0. */
    CONTENT
  }

  private void addSparseNumber(long number) throws IOException {
    if (sparse == null) {
      sparse = new SparseMap();
    }
    if (number < 0) {
      throw in.malformed(RejectReason.CORRUPT, "a sparse map with a value that is not a number");
    }
    sparseMaps.add(sparse, number);
  }

  private static int indexOf(byte[] data, byte wanted, int from, int to) {
    for (int at = from; at < to; at++) {
      if (data[at] == wanted) {
        return at;
      }
    }
    return -1;
  }
}
