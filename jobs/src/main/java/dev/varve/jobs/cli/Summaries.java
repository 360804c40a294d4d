package dev.varve.jobs.cli;

import dev.varve.jobs.report.PrintedText;
import dev.varve.jobs.report.Sizes;
import dev.varve.jobs.run.RunSummary;
import java.io.PrintStream;
import java.util.Locale;

/** The few lines that end a run. */
final class Summaries {
  private Summaries() {}

  static void ingest(PrintStream out, RunSummary run, String warehouse, String inflate) {
    double seconds = Math.max(0.001, run.took().toMillis() / 1e3);
    long archive = run.count("archive_bytes");
    out.printf(
        Locale.ROOT,
        "found     %,d images naming %,d distinct layers%n",
        run.count("images"),
        run.count("blobs_named"));
    out.printf(
        Locale.ROOT,
        "read      %,d layers: %s stored, %s of archives, %,d files%n",
        run.count("blobs_read"),
        Sizes.bytes(run.readBytes()),
        Sizes.bytes(archive),
        run.count("files"));
    out.printf(
        Locale.ROOT, "skipped   %,d layers that the warehouse had%n", run.count("blobs_skipped"));
    out.printf(
        Locale.ROOT,
        "rejected  %,d layers, %,d rejections in all%n",
        run.count("blobs_rejected"),
        run.count("rejections"));
    rejections(out, run);
    out.printf(
        Locale.ROOT,
        "took      %s, %.1f MB/s of archives, gzip by %s, into %s%n",
        Sizes.time(seconds),
        archive / 1e6 / seconds,
        inflate,
        warehouse);
  }

  static void snapshots(PrintStream out, RunSummary run, String warehouse) {
    double seconds = Math.max(0.001, run.took().toMillis() / 1e3);
    long disks = run.count("virtual_bytes");
    out.printf(
        Locale.ROOT,
        "found     %,d snapshots, or what stands in their place%n",
        run.count("snapshots_found"));
    out.printf(
        Locale.ROOT,
        "read      %,d snapshots: %s of disks, %s of them zero, %,d segments, %,d chunks%n",
        run.count("snapshots_read"),
        Sizes.bytes(disks),
        Sizes.bytes(run.count("zero_bytes")),
        run.count("segments"),
        run.count("chunks"));
    out.printf(
        Locale.ROOT,
        "skipped   %,d snapshots that the warehouse had%n",
        run.count("snapshots_skipped"));
    out.printf(
        Locale.ROOT,
        "rejected  %,d snapshots, %,d rejections in all%n",
        run.count("snapshots_rejected"),
        run.count("rejections"));
    rejections(out, run);
    out.printf(
        Locale.ROOT,
        "took      %s, %.1f MB/s of disks, into %s%n",
        Sizes.time(seconds),
        disks / 1e6 / seconds,
        warehouse);
  }

  static void chunkers(PrintStream out, RunSummary run, String warehouse) {
    out.printf(
        Locale.ROOT,
        "compared  chunkers on %,d snapshots, %s of disks, in %s; see: varve report"
            + " chunker-comparison --warehouse %s%n",
        run.count("snapshots_compared"),
        Sizes.bytes(run.count("virtual_bytes")),
        Sizes.time(run.took().toMillis() / 1e3),
        warehouse);
    rejections(out, run);
  }

  private static void rejections(PrintStream out, RunSummary run) {
    for (RunSummary.Rejection rejection : run.rejections()) {
      out.printf(
          "  %s %s%n      at %s%s%n      %s%n",
          rejection.reason(),
          rejection.digest() == null ? "" : PrintedText.visible(rejection.digest()),
          PrintedText.visible(rejection.source()),
          rejection.offset() == null ? "" : ", byte " + rejection.offset(),
          PrintedText.visible(rejection.message()));
    }
    if (run.count("rejections") > run.rejections().size()) {
      out.println("  ... the rest is in table rejected_blob");
    }
  }
}
