package dev.varve.jobs.packing;

import dev.varve.jobs.row.RowBinder;
import dev.varve.jobs.run.NoInputException;
import dev.varve.jobs.run.Run;
import dev.varve.jobs.run.RunSummary;
import dev.varve.jobs.run.Runs;
import dev.varve.jobs.run.Simulation;
import dev.varve.jobs.table.Publication;
import dev.varve.jobs.table.Tables;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** {@code simulate packing}. */
public final class PackingSimulation implements Simulation {
  private static final String TABLE = "packing_result";

  @Override
  public String name() {
    return "packing";
  }

  @Override
  public List<String> help() {
    return List.of(
        "How many storage blocks do the distinct files, and the unique chunks, fill?",
        "They are written in the order of their fingerprints; what does not fit whole opens the next",
        "block, and what is longer than a block goes on in the next. See table packing_result.");
  }

  @Override
  public List<String> examples() {
    return List.of("--warehouse /data/w", "--warehouse /data/w --block-bytes 4MiB");
  }

  @Override
  public List<String> reports() {
    return List.of("packing");
  }

  @Override
  public Job read(Asked asked) {
    return new Packing(asked.settings().bytes("packing.block-bytes"));
  }

  /** Fills blocks with the sizes that {@code derive} found. */
  private record Packing(long blockBytes) implements Job {
    @Override
    public RunSummary run(Runs runs, String location) throws IOException {
      return runs.runOnExisting("simulate packing", Map.of(), location, this::run);
    }

    @Override
    public String told(RunSummary run) {
      return run.count(TABLE) + " stores of blocks";
    }

    private void run(Run run) throws IOException {
      RowBinder<Store> binder = Tables.rows(TABLE, Store.class);
      List<Row> rows = new ArrayList<>();
      for (String thing : List.of("file", "chunk")) {
        Dataset<Row> sizes =
            run.spark().table(thing + "_sharing").where("bytes > 0").orderBy("fingerprint");
        Store store = Store.of(thing, blockBytes, sizes.select("bytes").toLocalIterator());
        if (store.things() > 0) {
          rows.add(binder.row(store));
        }
      }
      if (rows.isEmpty()) {
        throw NoInputException.noBlocks(run.warehouse().location());
      }
      Dataset<Row> result = run.spark().createDataFrame(rows, binder.schema());
      Publication publication = run.publication();
      publication.add(TABLE, result, 1, "thing");
    }
  }

  /** A row of {@code packing_result}. */
  private record Store(String thing, long things, long bytes, long blockBytes, long blocks) {
    static Store of(String thing, long blockBytes, Iterator<Row> sizes) {
      long things = 0;
      long bytes = 0;
      long blocks = 0;
      long room = 0;
      while (sizes.hasNext()) {
        long size = sizes.next().getLong(0);
        things++;
        bytes += size;
        if (size > room) {
          long opened = (size + blockBytes - 1) / blockBytes;
          blocks += opened;
          room = opened * blockBytes;
        }
        room -= size;
      }
      return new Store(thing, things, bytes, blockBytes, blocks);
    }
  }
}
