package dev.varve.input.disk;

import dev.varve.model.RejectReason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The text that describes a VMDK, a file of its own or inside of a sparse one.
 *
 * @param at its offset in the file
 * @param identity its content ID, which changes when the disk is written
 * @param parentIdentity content ID of the disk below, or null
 * @param parentHint path of the disk below; empty where the text has none
 */
record VmdkDescriptor(
    long at,
    String identity,
    @Nullable String parentIdentity,
    String parentHint,
    List<Part> parts) {
  /**
   * An extent: a part of the disk in a file.
   *
   * @param type such as FLAT, as the text has it
   * @param name name of its file; empty for an extent of zeros
   * @param offset first byte in the file, for a flat extent
   */
  record Part(long bytes, String type, String name, long offset) {
    boolean isZero() {
      return type.equals("ZERO");
    }

    /** Whether the file contains the bytes as they are. */
    boolean isFlat() {
      return type.equals("FLAT") || type.equals("VMFS");
    }
  }

  private static final int MOST_BYTES = 2 << 20;
  private static final int SECTOR_BYTES = 512;
  private static final String NO_PARENT = "ffffffff";

  /**
   * A line {@code key = value}. All quantifiers are possessive, so that the matcher never
   * backtracks: a line of 2 MiB that does not match must not take hours.
   */
  private static final Pattern VALUE_LINE =
      Pattern.compile("\\s*+(\\w++)\\s*+=\\s*+\"?+([^\"]*+)(\"?+)\\s*+");

  private static final Pattern EXTENT_LINE =
      Pattern.compile(
          "\\s*(RW|RDONLY|NOACCESS)\\s+(\\d{1,12})\\s+(\\w+)(?:\\s+\"([^\"]*)\"(?:\\s+(\\d{1,12}))?)?.*");

  /** Reads a text up to its first zero byte. */
  static VmdkDescriptor read(DiskFile file, long at, long bytes) throws IOException {
    if (bytes > MOST_BYTES) {
      throw file.corrupt(at, "a descriptor of " + bytes + " bytes; 2 MiB are allowed");
    }
    String text =
        new String(file.readBytes(at, (int) bytes), StandardCharsets.UTF_8).split("\0", 2)[0];
    Map<String, String> values = new TreeMap<>();
    List<Part> parts = new ArrayList<>();
    for (String line : text.split("\r?\n")) {
      Matcher part = EXTENT_LINE.matcher(line);
      Matcher value = VALUE_LINE.matcher(line);
      if (part.matches()) {
        parts.add(part(file, at, part));
      } else if (value.matches()) {
        String written = value.group(2);
        boolean isClosed = !value.group(3).isEmpty();
        values.putIfAbsent(
            value.group(1).toLowerCase(Locale.ROOT), isClosed ? written : written.stripTrailing());
      }
    }
    String identity = values.get("cid");
    if (identity == null) {
      throw file.corrupt(at, "a descriptor without CID");
    }
    String parent = identityText(values.getOrDefault("parentcid", NO_PARENT));
    return new VmdkDescriptor(
        at,
        identityText(identity),
        parent.equals(NO_PARENT) ? null : parent,
        values.getOrDefault("parentfilenamehint", ""),
        List.copyOf(parts));
  }

  /** Length of all its parts. */
  long virtualBytes() {
    return parts.stream().mapToLong(Part::bytes).sum();
  }

  private static String identityText(String text) {
    String digits = text.strip().toLowerCase(Locale.ROOT);
    return "0".repeat(Math.max(0, NO_PARENT.length() - digits.length())) + digits;
  }

  private static Part part(DiskFile file, long at, Matcher line) throws IOException {
    String type = line.group(3).toUpperCase(Locale.ROOT);
    String name = line.group(4) == null ? "" : line.group(4);
    switch (type) {
      case "ZERO" -> {}
      case "FLAT", "VMFS", "SPARSE", "VMFSSPARSE" -> {
        if (name.isEmpty() || name.chars().anyMatch(letter -> letter < ' ')) {
          throw file.corrupt(at, "an extent whose file has no valid name: " + line.group().strip());
        }
      }
      default ->
          throw file.malformed(
              RejectReason.UNSUPPORTED,
              at,
              "extents of type "
                  + type
                  + " are not read; qemu-img convert or vmkfstools -i makes a copy that is");
    }
    if (line.group(1).equals("NOACCESS") && !type.equals("ZERO")) {
      throw file.malformed(
          RejectReason.UNSUPPORTED, at, "an extent without access: " + line.group().strip());
    }
    long offset = line.group(5) == null ? 0 : Long.parseLong(line.group(5));
    return new Part(
        Long.parseLong(line.group(2)) * SECTOR_BYTES, type, name, offset * SECTOR_BYTES);
  }
}
