package dev.varve.input.disk;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.input.json.ForeignJson;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The location and format of a backing file, parsed from the name in an overlay. The name is a path
 * relative to the overlay, an absolute one, {@code file:} before either, or {@code json:} with the
 * options of QEMU's block drivers, nested or with dots.
 *
 * @param location its URI, in the file system of the overlay
 * @param format as declared, or null when it is detected from the file
 * @param identity identity that the file must have, or null for any
 * @see <a href="https://www.qemu.org/docs/master/system/qemu-block-drivers.html">QEMU block
 *     drivers</a>
 */
record BackingName(String location, @Nullable DiskFormat format, @Nullable String identity) {
  BackingName(String location, @Nullable DiskFormat format) {
    this(location, format, null);
  }

  private static final Set<String> PROTOCOLS = Set.of("file", "host_device");

  /** Most drivers nested in a name, such as a format driver over a protocol driver. */
  private static final int MOST_LAYERS = 4;

  /** Options that change what the guest sees and that are not supported. */
  private static final Set<String> DECISIVE = Set.of("offset", "size", "backing", "data-file");

  /**
   * @param file the overlay
   * @throws dev.varve.model.MalformedBlobException when the name does not name a file, or in a way
   *     that is not supported
   */
  static BackingName of(DiskFile file, Qcow2Header header, String name) throws IOException {
    long at = header.backingNameAt();
    if (name.chars().anyMatch(letter -> letter < ' ')) {
      throw file.corrupt(at, "the backing file's name has control characters");
    }
    if (name.startsWith("json:")) {
      return ofJson(file, header, name.substring("json:".length()));
    }
    String path = name.startsWith("file:") ? path(name) : name;
    if (LocationText.hasProtocol(path) && path.equals(name)) {
      throw file.malformed(
          RejectReason.UNSUPPORTED, at, "the backing file " + name + " is not a plain file");
    }
    String declared = header.backingFormat();
    DiskFormat format = declared == null ? null : format(file, at, declared);
    return new BackingName(LocationText.resolve(file.location(), path), format);
  }

  /**
   * The location of an external data file. QEMU resolves its name relative to the folder that QEMU
   * runs in. Images that can be moved are used from their own folder, so the image's folder is
   * taken here.
   */
  static String ofData(DiskFile file, String name) throws IOException {
    String path = name.startsWith("file:") ? path(name) : name;
    boolean plain = path.chars().noneMatch(letter -> letter < ' ');
    if (!plain || (LocationText.hasProtocol(path) && path.equals(name))) {
      throw file.malformed(
          RejectReason.UNSUPPORTED,
          Qcow2Header.FEATURES_AT,
          "the data file " + name + " is not a plain file");
    }
    return LocationText.resolve(file.location(), path);
  }

  private static BackingName ofJson(DiskFile file, Qcow2Header header, String json)
      throws IOException {
    long at = header.backingNameAt();
    Map<String, String> options = new TreeMap<>();
    try {
      flatten(ForeignJson.tree(json.getBytes(StandardCharsets.UTF_8)), "", options);
    } catch (MalformedBlobException e) {
      throw file.corrupt(at, "the backing file's name is not valid JSON: json:" + json);
    }
    DiskFormat format = null;
    String prefix = "";
    for (int layer = 0; layer < MOST_LAYERS; layer++) {
      String driver = options.get(prefix + "driver");
      String filename = options.get(prefix + "filename");
      refuseDecisive(file, at, options, prefix);
      if (filename != null && (driver == null || PROTOCOLS.contains(driver))) {
        if (filename.isBlank() || filename.chars().anyMatch(letter -> letter < ' ')) {
          throw file.corrupt(at, "the backing file's name is empty or has control characters");
        }
        DiskFormat found = format == null && driver != null && layer == 0 ? DiskFormat.RAW : format;
        return new BackingName(LocationText.resolve(file.location(), path(filename)), found);
      }
      if (driver != null) {
        DiskFormat next = format(file, at, driver);
        boolean transparent = next == DiskFormat.RAW;
        if (!transparent && format != null && format != DiskFormat.RAW) {
          throw file.malformed(
              RejectReason.UNSUPPORTED,
              at,
              "a backing file that is an image inside an image is not read");
        }
        format = transparent && format != null ? format : next;
      }
      prefix += "file.";
    }
    throw file.malformed(
        RejectReason.UNSUPPORTED, at, "no file.filename in the backing file's name json:" + json);
  }

  private static void refuseDecisive(
      DiskFile file, long at, Map<String, String> options, String prefix) throws IOException {
    for (String option : options.keySet()) {
      if (option.startsWith(prefix)
          && DECISIVE.contains(option.substring(prefix.length()).split("\\.")[0])) {
        throw file.malformed(
            RejectReason.UNSUPPORTED,
            at,
            "the backing file's name has the option " + option + ", which is not read");
      }
    }
  }

  private static void flatten(JsonNode node, String path, Map<String, String> options) {
    if (node.isObject()) {
      for (Map.Entry<String, JsonNode> field : node.properties()) {
        String below = path.isEmpty() ? field.getKey() : path + "." + field.getKey();
        flatten(field.getValue(), below, options);
      }
    } else {
      options.put(path, node.asText());
    }
  }

  private static String path(String filename) {
    return filename.startsWith("file:")
        ? filename.substring("file:".length()).replaceFirst("^///", "/")
        : filename;
  }

  private static DiskFormat format(DiskFile file, long at, String driver) throws IOException {
    if (PROTOCOLS.contains(driver)) {
      return DiskFormat.RAW;
    }
    for (DiskFormat format : DiskFormat.values()) {
      if (format.label().equals(driver) || format.suffixes().contains(driver)) {
        return format;
      }
    }
    throw file.malformed(
        RejectReason.UNSUPPORTED, at, "a backing file of format " + driver + " is not read");
  }
}
