package dev.varve.fuzz;

import dev.varve.input.disk.DiskFormat;
import dev.varve.input.trace.TraceFormat;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** The targets by name. */
final class FuzzTargets {
  static final Map<String, FuzzTarget> ALL =
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
              Map.entry("qcow2", DiskTarget.of(DiskFormat.QCOW2, new Qcow2Seeds())),
              Map.entry(
                  "vhd", new DiskTarget(DiskFormat.VHD, SmallDisks::summed, SmallDisks.vhd())),
              Map.entry(
                  "vhdx", new DiskTarget(DiskFormat.VHDX, SpreadVhdx::file, new SpreadVhdx())),
              Map.entry("vmdk", DiskTarget.of(DiskFormat.VMDK, SmallDisks.vmdk())),
              Map.entry("vdi", DiskTarget.of(DiskFormat.VDI, SmallDisks.vdi())),
              Map.entry("ova", new OvaTarget()),
              Map.entry("bolt", new BoltTarget()),
              Map.entry("split", new SplitTarget()),
              Map.entry("trace36", new TraceTarget(TraceFormat.TRACE36)),
              Map.entry("destor", new TraceTarget(TraceFormat.DESTOR)),
              Map.entry("fidx", new TraceTarget(TraceFormat.FIDX)),
              Map.entry("didx", new TraceTarget(TraceFormat.DIDX)),
              Map.entry("caibx", new TraceTarget(TraceFormat.CAIBX)),
              Map.entry("csv", new ListTarget()),
              Map.entry("accesses", StartTarget.ACCESSES),
              Map.entry("strace", StartTarget.STRACE),
              Map.entry("reads", new ReadsTarget()),
              Map.entry("requests", new RequestTarget())));

  private FuzzTargets() {}

  static FuzzTarget named(String name) {
    return Objects.requireNonNull(ALL.get(name), name);
  }
}
