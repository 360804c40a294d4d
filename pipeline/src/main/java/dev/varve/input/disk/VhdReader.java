package dev.varve.input.disk;

import dev.varve.model.RejectReason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Disks of Virtual PC, Hyper-V, XenServer and Azure: fixed, dynamic, and differencing ones over the
 * file that their parent locators name.
 *
 * @see <a href="https://learn.microsoft.com/en-us/windows/win32/vstor/about-vhd">The VHD format</a>
 */
final class VhdReader implements DiskReader {
  private static final int PARENT_UUID_AT = 40;
  private static final int PARENT_NAME_AT = 64;
  private static final int LOCATORS_AT = 576;
  private static final int LOCATORS = 8;
  private static final int LOCATOR_BYTES = 24;
  private static final int MOST_PATH_BYTES = 64 << 10;

  /** Platform codes of locators, in the order of their use. */
  private static final List<String> RELATIVE_FIRST = List.of("W2ru", "MacX", "W2ku");

  @Override
  public DiskHead head(DiskFile file) throws IOException {
    VhdFooter footer = VhdFooter.read(file);
    if (footer.type() == VhdFooter.FIXED) {
      return DiskHead.standalone(fixedBytes(file, footer));
    }
    VhdTables tables = new VhdTables(file, footer);
    BackingName backing = backing(file, footer, tables.header());
    return DiskHead.overBacking(footer.virtualBytes(), backing == null ? null : backing.location());
  }

  @Override
  public DiskLayer open(DiskFile file, BackingChain chain) throws IOException {
    VhdFooter footer = VhdFooter.read(file);
    if (footer.type() == VhdFooter.FIXED) {
      return DiskLayer.standalone(new RawDisk(file, fixedBytes(file, footer)));
    }
    VhdTables tables = new VhdTables(file, footer);
    return DiskLayer.overBacking(backing(file, footer, tables.header()), tables);
  }

  @Override
  public String identity(DiskFile file) throws IOException {
    return VhdFooter.read(file).identity();
  }

  private static long fixedBytes(DiskFile file, VhdFooter footer) throws IOException {
    if (footer.virtualBytes() > footer.at()) {
      throw file.malformed(
          RejectReason.TRUNCATED,
          footer.at(),
          "the footer says %d bytes, and %d are before it"
              .formatted(footer.virtualBytes(), footer.at()));
    }
    return footer.virtualBytes();
  }

  private static @Nullable BackingName backing(DiskFile file, VhdFooter footer, ByteBuffer header)
      throws IOException {
    if (footer.type() != VhdFooter.DIFFERENCING) {
      return null;
    }
    long at = footer.headerOffset();
    Map<String, String> located = new TreeMap<>();
    for (int locator = 0; locator < LOCATORS; locator++) {
      int from = LOCATORS_AT + locator * LOCATOR_BYTES;
      byte[] code = new byte[4];
      header.get(from, code);
      String platform = new String(code, StandardCharsets.ISO_8859_1);
      if (RELATIVE_FIRST.contains(platform)) {
        located.put(platform, path(file, at + from, platform, header.slice(from, LOCATOR_BYTES)));
      }
    }
    List<String> paths = new ArrayList<>();
    RELATIVE_FIRST.stream().filter(located::containsKey).map(located::get).forEach(paths::add);
    byte[] name = new byte[512];
    header.get(PARENT_NAME_AT, name);
    paths.add(untilZero(new String(name, StandardCharsets.UTF_16BE)));
    return BackingSearch.byPath(
        file, at + PARENT_NAME_AT, paths, VhdFooter.uuid(header, PARENT_UUID_AT));
  }

  private static String path(DiskFile file, long at, String platform, ByteBuffer locator)
      throws IOException {
    int length = locator.getInt(8);
    long offset = locator.getLong(16);
    if (length < 0 || length > MOST_PATH_BYTES || offset < 0) {
      throw file.corrupt(
          at, "an invalid parent locator: %d bytes at %d".formatted(length & 0xffff_ffffL, offset));
    }
    byte[] path = file.readBytes(offset, length);
    return platform.equals("MacX")
        ? untilZero(new String(path, StandardCharsets.UTF_8)).replaceFirst("^file://[^/]*", "")
        : untilZero(new String(path, StandardCharsets.UTF_16LE));
  }

  private static String untilZero(String text) {
    int end = text.indexOf('\0');
    return end < 0 ? text : text.substring(0, end);
  }
}
