package dev.varve.jobs.answer.headline;

import dev.varve.jobs.answer.headline.Facts.Row;
import dev.varve.jobs.answer.query.Queries;
import dev.varve.jobs.answer.report.Answer;
import dev.varve.jobs.answer.report.Look;
import dev.varve.jobs.warehouse.schema.SqlFiles;
import dev.varve.jobs.warehouse.schema.Tables;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What matters first: what was read, what is stored and what would change it, for the subjects that
 * are there; the state of the checks; what to ask next.
 */
public final class Headline {
  private final List<Block> blocks;
  private final boolean sound;

  private Headline(List<Block> blocks, boolean sound) {
    this.blocks = blocks;
    this.sound = sound;
  }

  /** Asks a warehouse. All checks are run too where that takes seconds. */
  public static Headline of(Queries queries) throws IOException {
    Facts facts = new Facts(queries);
    List<@Nullable Object> totals = facts.rows("totals").get(0);
    facts.ask(Stream.concat(RegistryBlock.REPORTS.stream(), DiskBlock.REPORTS.stream()).toList());
    List<Block> blocks = new ArrayList<>();
    if (Stream.of(0, 2, 5).allMatch(at -> Row.number(totals.get(at)) == 0)) {
      Block nothing = Block.of("Nothing was ingested");
      nothing
          .before()
          .add("Read images with varve ingest registry, disks with varve ingest snapshots.");
      blocks.add(nothing);
    }
    blocks.add(RegistryBlock.of(facts, totals));
    blocks.add(DiskBlock.of(facts, totals));
    List<Answer> faults = queries.isSmall() ? queries.faults() : List.of();
    blocks.add(checks(queries, faults));
    blocks.add(more(queries, totals));
    return new Headline(
        blocks.stream().filter(block -> !block.isEmpty()).toList(), faults.isEmpty());
  }

  private static Block checks(Queries queries, List<Answer> faults) throws IOException {
    Block block = Block.of("Checks");
    int all = Queries.checks(queries.stale()).size();
    int skipped = SqlFiles.folder("checks").size() - all;
    String rest = skipped == 0 ? "" : "; " + skipped + " not run";
    if (queries.isSmall()) {
      block
          .before()
          .add(
              faults.isEmpty()
                  ? "All %d hold%s.".formatted(all, rest)
                  : "%d of %d do not hold%s: %s."
                      .formatted(
                          faults.size(),
                          all,
                          rest,
                          faults.stream().map(Answer::name).collect(Collectors.joining(", "))));
    } else {
      block.before().add("Not run on so much data: varve check runs them.");
    }
    Map<String, String> stale = queries.stale();
    stale.keySet().removeAll(Tables.optional()); // without these every answer is the same
    if (!stale.isEmpty()) {
      block
          .before()
          .add(
              "Older than what was ingested: %s; run varve %s."
                  .formatted(
                      String.join(", ", stale.keySet()),
                      stale.values().stream().distinct().collect(Collectors.joining(", varve "))));
    }
    return block;
  }

  private static Block more(Queries queries, List<@Nullable Object> totals) throws IOException {
    List<String> next = new ArrayList<>();
    if (Row.number(totals.get(2)) > 0) {
      next.addAll(List.of("savings-by-type", "top-duplicates", "image-efficiency"));
    }
    if (Row.number(totals.get(5)) > 0) {
      next.add("chunk-sharing-histogram");
    }
    next.addAll(Subjects.leading(queries));
    Block block = Block.of("More");
    if (!next.isEmpty()) {
      block.before().add("Reports: " + String.join(", ", next) + ".");
    }
    block.before().add("All of them: varve report --all; what they ask: varve report --list.");
    return block;
  }

  /** Whether no check that was run found anything. */
  public boolean isSound() {
    return sound;
  }

  /** What is said, subject by subject. */
  public List<Block> blocks() {
    return blocks;
  }

  /** As lines for a terminal. */
  public List<String> lines(Look look) {
    return HeadlineText.lines(blocks, look);
  }
}
