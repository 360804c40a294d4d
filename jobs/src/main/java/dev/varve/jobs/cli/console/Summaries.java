package dev.varve.jobs.cli.console;

import dev.varve.input.digest.DigestEngine;
import dev.varve.jobs.answer.report.PrintedText;
import dev.varve.jobs.answer.report.Sizes;
import dev.varve.jobs.engine.run.RunSummary;
import dev.varve.jobs.engine.run.Staleness;
import dev.varve.jobs.ingest.registry.RegistrySettings;
import dev.varve.jobs.warehouse.schema.Tables;
import java.util.ArrayList;
import java.util.Formatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Texts printed at the end of a run: its summary, and warnings. */
public final class Summaries {
  /** Least duration for speeds, so that none is divided by zero. */
  private static final double MIN_SECONDS = 0.001;

  private Summaries() {}

  /** The summary of an ingest of a registry. */
  public static String registry(RunSummary run, String warehouse, RegistrySettings settings) {
    Formatter text = new Formatter(Locale.ROOT);
    double seconds = Math.max(MIN_SECONDS, run.seconds());
    long archive = run.count("archive_bytes");
    text.format(
        "found     %s naming %s%n",
        Sizes.count(run.count("images"), "image"),
        Sizes.count(run.count("blobs_named"), "distinct layer"));
    text.format(
        "read      %s: %s stored, %s of archives, %s%n",
        Sizes.count(run.count("blobs_read"), "layer"),
        Sizes.bytes(run.readBytes()),
        Sizes.bytes(archive),
        Sizes.count(run.count("files"), "file"));
    boolean leavesUncut = settings.cutsContents() && run.count("blobs_skipped") > 0;
    addSkippedAndRejected(
        text, run, "blobs", "layer", leavesUncut ? "; --chunks cuts new layers only" : "");
    addLeftovers(text, run);
    text.format(
        "wrote     %s into %s%n",
        Sizes.bytes(run.count("written_bytes")), PrintedText.visible(warehouse));
    text.format(
        "took      %s, %s/s of archives, gzip by %s, SHA-256 by %s%s%n",
        Sizes.time(seconds),
        Sizes.bytes((long) (archive / seconds)),
        settings.reading().inflate().label(),
        settings.reading().digest().label(),
        memory(run));
    if (run.count("blobs_read") + run.count("blobs_skipped") == 0 && run.count("rejections") > 0) {
      boolean isNamed = run.count("blobs_named") > 0;
      addNothingRead(
          text, isNamed ? "every layer was rejected" : helpHint("registry", "registries"));
    }
    return text.toString();
  }

  /** The summary of an ingest of disks. */
  public static String snapshots(RunSummary run, String warehouse, DigestEngine digest) {
    Formatter text = new Formatter(Locale.ROOT);
    double seconds = Math.max(MIN_SECONDS, run.seconds());
    long disks = run.count("virtual_bytes");
    text.format("found     %s%n", Sizes.count(run.count("snapshots_found"), "snapshot"));
    text.format(
        "read      %s: %s of disks, %s of them zero, %s, %s%n",
        Sizes.count(run.count("snapshots_read"), "snapshot"),
        Sizes.bytes(disks),
        Sizes.bytes(run.count("zero_bytes")),
        Sizes.count(run.count("segments"), "segment"),
        Sizes.count(run.count("chunks"), "chunk"));
    long changed = run.count("snapshots_changed");
    if (changed > 0) {
      text.format("changed   %s, read again%n", Sizes.count(changed, "snapshot"));
    }
    addSkippedAndRejected(text, run, "snapshots", "snapshot", "");
    text.format(
        "wrote     %s into %s%n",
        Sizes.bytes(run.count("written_bytes")), PrintedText.visible(warehouse));
    text.format(
        "took      %s, %s/s of disks, SHA-256 by %s%s%n",
        Sizes.time(seconds), Sizes.bytes((long) (disks / seconds)), digest.label(), memory(run));
    if (run.count("snapshots_read") + run.count("snapshots_skipped") == 0) {
      addNothingRead(text, helpHint("snapshots", "disks"));
    }
    return text.toString();
  }

  /**
   * Adds the last line of a run that read nothing. Its exit code is 0, as a rejected input is not a
   * fault of the run.
   */
  private static void addNothingRead(Formatter text, String why) {
    text.format("nothing   was read; %s; with --strict the exit code is 3%n", why);
  }

  private static String helpHint(String verb, String inputs) {
    return "varve ingest %s --help says what %s look like".formatted(verb, inputs);
  }

  /** Adds the inputs that the warehouse already contained, and those that were rejected. */
  private static void addSkippedAndRejected(
      Formatter text, RunSummary run, String countName, String noun, String note) {
    text.format(
        "skipped   %s that the warehouse had%s%n",
        Sizes.count(run.count(countName + "_skipped"), noun), note);
    if (run.count("rejections") == 0) {
      text.format("rejected  nothing%n");
      return;
    }
    text.format(
        "rejected  %s, %s in all%n",
        Sizes.count(run.count(countName + "_rejected"), noun),
        Sizes.count(run.count("rejections"), "rejection"));
    addRejections(text, run);
  }

  /** Adds the contents of storage folders that no image needs, if there are any. */
  private static void addLeftovers(Formatter text, RunSummary run) {
    List<String> parts = new ArrayList<>();
    addLeftover(parts, run, "blob", "that no manifest names");
    addLeftover(parts, run, "upload", "not finished");
    addLeftover(parts, run, "layer", "of neither an image nor a container");
    if (!parts.isEmpty()) {
      text.format("left over %s%n", String.join("; ", parts));
    }
  }

  private static void addLeftover(List<String> parts, RunSummary run, String noun, String state) {
    long count = run.count("leftover_" + noun + "s");
    if (count > 0) {
      String bytes = Sizes.bytes(run.count("leftover_" + noun + "_bytes"));
      parts.add("%s %s, %s".formatted(Sizes.count(count, noun), state, bytes));
    }
  }

  /** The summary of a comparison of chunkers. */
  public static String chunkers(RunSummary run, String warehouse) {
    Formatter text = new Formatter(Locale.ROOT);
    text.format(
        "compared  chunkers on %s, %s of disks, in %s; see: varve report"
            + " chunker-comparison --warehouse %s%n",
        Sizes.count(run.count("snapshots_compared"), "snapshot"),
        Sizes.bytes(run.count("virtual_bytes")),
        Sizes.time(run.seconds()),
        PrintedText.visible(warehouse));
    addRejections(text, run);
    return text.toString();
  }

  /** The inputs of an estimate that an ingest would reject, if any. */
  public static String estimate(RunSummary run) {
    Formatter text = new Formatter(Locale.ROOT);
    if (run.count("rejections") > 0) {
      text.format("rejected  %s%n", Sizes.count(run.count("rejections"), "input"));
      addRejections(text, run, "named by an ingest");
    }
    return text.toString();
  }

  /** The inputs that an ingest rejected, without a summary. */
  public static String rejected(RunSummary run) {
    Formatter text = new Formatter(Locale.ROOT);
    text.format("rejected  %,d in all%n", run.count("rejections"));
    addRejections(text, run);
    return text.toString();
  }

  /** The summary of a run of derive. */
  public static String derived(RunSummary run) {
    String tables =
        Tables.madeBy("derive").stream()
            .filter(table -> run.counts().containsKey(table))
            .map(table -> "%,d of %s".formatted(run.count(table), table))
            .collect(Collectors.joining(", "));
    return "derived   rows: %s; wrote %s in %s%s%n%s"
        .formatted(
            tables.isEmpty() ? "none, as nothing was ingested" : tables,
            Sizes.bytes(run.count("written_bytes")),
            Sizes.time(run.seconds()),
            memory(run),
            updatesNotCompared(run));
  }

  /** The summary of a run of compact. */
  public static String compacted(RunSummary run) {
    long joined = run.count("files_joined");
    String deleted =
        run.count("files_deleted") == 0
            ? ""
            : ", %s deleted that no table has".formatted(run.count("files_deleted", "file"));
    return run.count("rows_dropped") + joined + run.count("files_deleted") == 0
        ? "compacted nothing was gone for that long, and no small files are to be joined%n"
            .formatted()
        : "compacted %s dropped, %s joined%s; wrote %s in %s%s%n"
            .formatted(
                run.count("rows_dropped", "row"),
                run.count("files_joined", "small file"),
                deleted,
                Sizes.bytes(run.count("written_bytes")),
                Sizes.time(run.seconds()),
                memory(run));
  }

  private static String updatesNotCompared(RunSummary run) {
    String comparable = run.count("updates_comparable", "update");
    return run.count("updates_compared") == run.count("updates_comparable")
        ? ""
        : "          changed and removed files of no update; for %s: --set derive.updates.tree-entries=%d%n"
            .formatted(comparable, run.count("update_tree_entries"));
  }

  /** The summary of a run of rebuild. */
  public static String rebuild(RunSummary run, String warehouse) {
    return "rebuilt   %,d of %,d layers bit for bit (%,d are kept, %,d cannot be read), %s in %s; see: varve report blob-rebuild --warehouse %s%n"
        .formatted(
            run.count("layers_exact"),
            run.count("layer_rebuild"),
            run.count("layers_kept"),
            run.count("layers_unreadable"),
            Sizes.bytes(run.readBytes()),
            Sizes.time(run.seconds()),
            PrintedText.visible(warehouse));
  }

  /**
   * The warning for tables without rows in an answer as of an earlier time.
   *
   * @param stale tables that did not exist at that time and cannot be computed now
   */
  public static String missingThen(Map<String, String> stale) {
    return stale.isEmpty()
        ? ""
        : "varve: as of then there is nothing in " + String.join(", ", stale.keySet()) + "\n";
  }

  /**
   * The warning for stale tables; empty if there are none.
   *
   * @param stale the verb that makes each stale table
   */
  public static String stale(Map<String, String> stale) {
    return stale.isEmpty() ? "" : "varve: " + Staleness.sentence(stale) + "\n";
  }

  private static String memory(RunSummary run) {
    long peak = run.count("peak_memory_bytes");
    return peak == 0 ? "" : ", at most %s of memory".formatted(Sizes.bytes(peak));
  }

  private static void addRejections(Formatter text, RunSummary run) {
    addRejections(text, run, "in table rejected_blob");
  }

  private static void addRejections(Formatter text, RunSummary run, String rest) {
    for (RunSummary.Rejection rejection : run.rejections()) {
      text.format(
          "  %s%s%n      at %s%s%n      %s%n",
          rejection.reason(),
          rejection.digest() == null ? "" : " " + PrintedText.visible(rejection.digest()),
          PrintedText.visible(rejection.source()),
          rejection.offset() == null ? "" : ", byte " + rejection.offset(),
          PrintedText.visible(rejection.message()));
    }
    if (run.count("rejections") > run.rejections().size()) {
      text.format("  ... the rest is %s%n", rest);
    }
  }
}
