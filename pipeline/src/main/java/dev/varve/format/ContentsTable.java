package dev.varve.format;

import dev.varve.model.EntryKind;
import dev.varve.model.FileEntry;
import dev.varve.model.Seed;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Map;

/**
 * The table of contents of a layer in JSON, as eStargz and zstd:chunked have it: an object an
 * entry, and one more a further chunk of a file. Digests are stood in for by random ones, as a
 * fingerprint may be of another algorithm; a digest cannot be compressed either way.
 *
 * @see <a
 *     href="https://github.com/containerd/stargz-snapshotter/blob/main/docs/estargz.md">eStargz</a>
 * @see <a
 *     href="https://github.com/containers/storage/blob/main/docs/containers-storage-zstd-chunked.md">
 *     zstd:chunked</a>
 */
final class ContentsTable {
  private static final Map<EntryKind, String> TYPES =
      Map.of(
          EntryKind.DIRECTORY, "dir",
          EntryKind.SYMLINK, "symlink",
          EntryKind.HARD_LINK, "hardlink",
          EntryKind.DEVICE, "char",
          EntryKind.FIFO, "fifo");

  private final StringBuilder text = new StringBuilder();
  private final String begin;
  private final String next;
  private final String colon;
  private final String end;
  private boolean isFirst;

  private ContentsTable(String begin, String next, String colon, String end) {
    this.begin = begin;
    this.next = next;
    this.colon = colon;
    this.end = end;
  }

  /** Indented by tabs, as eStargz writes it. */
  static ContentsTable indented() {
    return new ContentsTable("\t\t{\n\t\t\t", ",\n\t\t\t", ": ", "\n\t\t},\n");
  }

  /** Without spaces, as zstd:chunked has it. */
  static ContentsTable compact() {
    return new ContentsTable("{", ",", ":", "},");
  }

  /** The object of an entry that its chunk, if it has one, begins at the offset of the blob. */
  ContentsTable entry(FileEntry entry, long offset, String timeOf) {
    open();
    field("type", TYPES.getOrDefault(entry.kind(), "reg"));
    field("name", entry.path() + (entry.kind() == EntryKind.DIRECTORY ? "/" : ""));
    if (entry.linkTarget() != null) {
      field("linkName", entry.linkTarget());
    }
    number("mode", entry.mode());
    number("size", entry.bytes());
    number("uid", entry.uid());
    number("gid", entry.gid());
    field(timeOf, seconds(entry.modifiedAtMicros()));
    number("offset", offset);
    return this;
  }

  private static String seconds(long micros) {
    return Instant.ofEpochSecond(Math.floorDiv(micros, 1_000_000))
        .truncatedTo(ChronoUnit.SECONDS)
        .toString();
  }

  void open() {
    text.append(begin);
    isFirst = true;
  }

  ContentsTable field(String name, String value) {
    name(name).append('"').append(value).append('"');
    return this;
  }

  /** A number; none where it is 0. */
  ContentsTable number(String name, long value) {
    if (value != 0) {
      name(name).append(value);
    }
    return this;
  }

  /** A digest that stands for the content of a file from an offset on. */
  ContentsTable digest(String name, FileEntry entry, long chunkOffset) {
    Seed seed = new Seed(entry.archiveOffset()).at(entry.path()).at(chunkOffset);
    StringBuilder value = name(name).append("\"sha256:");
    for (int part = 0; part < 4; part++) {
      value.append(String.format(Locale.ROOT, "%016x", seed.at(part).value()));
    }
    value.append('"');
    return this;
  }

  private StringBuilder name(String name) {
    if (!isFirst) {
      text.append(next);
    }
    isFirst = false;
    return text.append('"').append(name).append('"').append(colon);
  }

  /** Ends the object. */
  void shut() {
    text.append(end);
  }

  /** The text since the last call. */
  byte[] drain() {
    byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
    text.setLength(0);
    return bytes;
  }
}
