package dev.varve.input.disk;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Disks of Hyper-V: fixed, dynamic, and differencing ones over the file that their parent locator
 * names. What their log contains is read as if it had been replayed.
 *
 * @see <a href="https://learn.microsoft.com/en-us/openspecs/windows_protocols/ms-vhdx">MS-VHDX</a>
 */
final class VhdxReader implements DiskReader {
  @Override
  public DiskHead head(DiskFile file) throws IOException {
    VhdxRegions regions = VhdxRegions.read(file);
    VhdxMetadata metadata = VhdxMetadata.read(file, regions);
    VhdxTables tables = new VhdxTables(file, regions, metadata);
    BackingName backing = backing(file, regions, metadata);
    return DiskHead.overBacking(tables.virtualBytes(), backing == null ? null : backing.location());
  }

  @Override
  public DiskLayer open(DiskFile file, BackingChain chain) throws IOException {
    VhdxRegions regions = VhdxRegions.read(file);
    VhdxMetadata metadata = VhdxMetadata.read(file, regions);
    BackingName backing = backing(file, regions, metadata);
    return DiskLayer.overBacking(backing, new VhdxTables(file, regions, metadata));
  }

  @Override
  public String identity(DiskFile file) throws IOException {
    return VhdxRegions.read(file).identity();
  }

  private static @Nullable BackingName backing(
      DiskFile file, VhdxRegions regions, VhdxMetadata metadata) throws IOException {
    if (!metadata.hasParent()) {
      return null;
    }
    String identity =
        metadata
            .parent()
            .getOrDefault("parent_linkage", "")
            .replaceAll("[{}]", "")
            .toLowerCase(Locale.ROOT);
    List<String> paths =
        Stream.of("relative_path", "absolute_win32_path", "volume_path")
            .map(metadata.parent()::get)
            .filter(Objects::nonNull)
            .toList();
    return BackingSearch.byPath(file, regions.offset(VhdxRegions.METADATA), paths, identity);
  }
}
