package dev.varve.fuzz;

import dev.varve.trace.TraceFormat;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** The targets by name. */
final class FuzzTargets {
  static final Map<String, FuzzTarget> ALL =
      new TreeMap<>(
          Map.of(
              "tar", new TarTarget(),
              "pax", new PaxTarget(),
              "gzip", new GzipTarget(),
              "zstd", new ZstdTarget(),
              "images", new ImageTarget(),
              "saved", new SavedTarget(),
              "qcow2", new DiskTarget(),
              "trace36", new TraceTarget(TraceFormat.TRACE36),
              "destor", new TraceTarget(TraceFormat.DESTOR),
              "csv", new ListTarget()));

  private FuzzTargets() {}

  static FuzzTarget named(String name) {
    return Objects.requireNonNull(ALL.get(name), name);
  }
}
