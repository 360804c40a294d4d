package dev.varve.jobs.cli;

import dev.varve.jobs.job.RunSummary;
import dev.varve.jobs.report.PrintedText;
import dev.varve.jobs.report.Sizes;
import java.io.PrintStream;
import java.util.Locale;
import org.apache.spark.sql.Row;

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
    for (Row rejection : run.rejections()) {
      out.printf(
          "  %s %s%n      at %s%s%n      %s%n",
          rejection.getString(2),
          rejection.isNullAt(1) ? "" : rejection.getString(1),
          rejection.getString(0),
          rejection.isNullAt(3) ? "" : ", byte " + rejection.getLong(3),
          PrintedText.visible(rejection.getString(4)));
    }
    if (run.count("rejections") > run.rejections().size()) {
      out.println("  ... the rest is in table rejected_blob");
    }
    out.printf(
        Locale.ROOT,
        "took      %s, %.1f MB/s of archives, gzip by %s, into %s%n",
        Sizes.time(seconds),
        archive / 1e6 / seconds,
        inflate,
        warehouse);
  }
}
