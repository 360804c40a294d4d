package dev.varve.disk;

import dev.varve.model.ByteStore;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;

/** Tells by magic and by name which files are disks or traces. */
final class FileKinds {
  private static final Pattern DISK_NAME =
      Pattern.compile("(.+)\\.(qcow2?|raw|img|trace|chunks|destor)", Pattern.CASE_INSENSITIVE);
  private static final Pattern DESTOR_LINE =
      Pattern.compile("(\\p{XDigit}{32}|\\p{XDigit}{40}|\\p{XDigit}{64}),\\d+");

  private FileKinds() {}

  /** A file's name without the suffix that tells its format. */
  static String stem(String name) {
    return DISK_NAME.matcher(name).replaceFirst("$1");
  }

  /** Whether a file claims to be a disk or a trace, be it by its name or by its magic. */
  static boolean isDisk(ByteStore store, ByteStore.Item file) throws IOException {
    if (DISK_NAME.matcher(file.name()).matches()) {
      return true;
    }
    byte[] head = head(store, file);
    return DiskFormat.isQcow(head) || DiskFormat.foreign(head).isPresent();
  }

  /** Whether a file is a list of snapshots. */
  static boolean isManifest(ByteStore store, ByteStore.Item file) throws IOException {
    return file.name().toLowerCase(Locale.ROOT).endsWith(".csv")
        || (!isDisk(store, file)
            && firstLine(head(store, file)).matches("(?=.*\\bvm\\b)(?=.*\\bpath\\b).*"));
  }

  /**
   * The format of a file.
   *
   * @throws MalformedBlobException when it is none that is read, or not what its name says
   */
  static DiskFormat format(ByteStore store, ByteStore.Item file) throws IOException {
    byte[] head = head(store, file);
    if (DiskFormat.isQcow(head)) {
      return DiskFormat.QCOW2;
    }
    String name = file.name().toLowerCase(Locale.ROOT);
    String suffix = name.substring(name.lastIndexOf('.') + 1);
    return switch (suffix) {
      case "trace" -> DiskFormat.TRACE36;
      case "chunks", "destor" -> {
        if (!DESTOR_LINE.matcher(firstLine(head)).matches()) {
          throw refused(
              RejectReason.CORRUPT, "its first line is no hash and size, as its name says");
        }
        yield DiskFormat.DESTOR;
      }
      case "qcow", "qcow2" ->
          throw refused(
              head.length < 4 ? RejectReason.TRUNCATED : RejectReason.CORRUPT,
              "no qcow2 image, as its name says: the magic is missing");
      case "csv" ->
          throw refused(RejectReason.UNSUPPORTED, "a manifest is given as an input of its own");
      default -> rawOrForeign(head, suffix);
    };
  }

  private static DiskFormat rawOrForeign(byte[] head, String suffix) throws MalformedBlobException {
    String foreign = DiskFormat.foreign(head).orElse(null);
    if (foreign != null) {
      throw refused(
          RejectReason.UNSUPPORTED,
          foreign + " images are not read; qemu-img convert makes qcow2 of them");
    }
    if (suffix.equals("raw") || suffix.equals("img")) {
      return DiskFormat.RAW;
    }
    throw refused(
        RejectReason.UNSUPPORTED,
        "not known as a disk: name it .raw or .img, or list it in a manifest with its format");
  }

  private static byte[] head(ByteStore store, ByteStore.Item file) throws IOException {
    try (InputStream in = store.open(file.location(), 0, DiskFormat.HEAD_BYTES)) {
      return in.readNBytes(DiskFormat.HEAD_BYTES);
    } catch (FileNotFoundException e) {
      throw new MalformedBlobException(
          RejectReason.ABSENT, -1, "a link that leads nowhere, or a file that may not be read");
    }
  }

  private static String firstLine(byte[] head) {
    return new String(head, StandardCharsets.ISO_8859_1).split("\r?\n", 2)[0];
  }

  private static MalformedBlobException refused(RejectReason reason, String message) {
    return new MalformedBlobException(reason, 0, message);
  }
}
