package dev.varve.fuzz;

import dev.varve.input.disk.DiskFormat;
import dev.varve.input.trace.TraceFormat;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The targets by name: one for each format of disks and of chunk lists, and others. */
final class FuzzTargets {
  static final Map<String, FuzzTarget> ALL = all();

  private FuzzTargets() {}

  private static Map<String, FuzzTarget> all() {
    Map<String, FuzzTarget> all =
        new TreeMap<>(
            Map.ofEntries(
                Map.entry("tar", new TarTarget()),
                Map.entry("pax", new PaxTarget()),
                Map.entry("gzip", new GzipTarget()),
                Map.entry("zstd", new ZstdTarget()),
                Map.entry("images", new ImageTarget()),
                Map.entry("saved", new SavedTarget()),
                Map.entry("packed", new PackedTarget()),
                Map.entry("applelz4", new AppleLz4Target()),
                Map.entry("ova", new OvaTarget()),
                Map.entry("bolt", new BoltTarget()),
                Map.entry("split", new SplitTarget()),
                Map.entry("csv", new ListTarget()),
                Map.entry("accesses", StartTarget.ACCESSES),
                Map.entry("strace", StartTarget.STRACE),
                Map.entry("reads", new ReadsTarget()),
                Map.entry("requests", new RequestTarget())));
    for (DiskFormat format : DiskFormat.values()) {
      FuzzTarget target = disk(format);
      if (target != null) {
        all.put(format.label(), target);
      }
    }
    for (TraceFormat format : TraceFormat.values()) {
      all.put(format.label(), new TraceTarget(format));
    }
    return all;
  }

  /** The target of a disk format; null for raw, which any bytes are. */
  private static @Nullable FuzzTarget disk(DiskFormat format) {
    return switch (format) {
      case RAW -> null;
      case QCOW2 -> DiskTarget.of(format, new Qcow2Seeds());
      case VHD -> new DiskTarget(format, SmallDisks::summed, SmallDisks.vhd());
      case VHDX -> new DiskTarget(format, SpreadVhdx::file, new SpreadVhdx());
      case VMDK -> DiskTarget.of(format, SmallDisks.vmdk());
      case VDI -> DiskTarget.of(format, SmallDisks.vdi());
    };
  }

  static FuzzTarget named(String name) {
    return Objects.requireNonNull(ALL.get(name), name);
  }

  /** Prints the names. */
  public static void main(String[] arguments) {
    System.out.println(String.join(" ", ALL.keySet()));
  }
}
