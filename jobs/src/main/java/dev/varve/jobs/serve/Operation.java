package dev.varve.jobs.serve;

import dev.varve.jobs.serve.catalog.Catalog;
import dev.varve.jobs.serve.catalog.StatementResult;
import dev.varve.jobs.serve.hive.RowSets;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hive.service.rpc.thrift.TOperationState;
import org.apache.hive.service.rpc.thrift.TProtocolVersion;
import org.apache.hive.service.rpc.thrift.TRowSet;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/** A statement or a question about the catalogue, from its start until its result is closed. */
final class Operation {
  private static final long BRIEF_MILLIS = 1000;
  private static final StructType NOTHING = new StructType();

  private final Handle handle = Handle.next();
  private final Catalog catalog;
  private final Work work;
  private final CompletableFuture<Void> ended = new CompletableFuture<>();

  private volatile TOperationState state = TOperationState.PENDING_STATE;
  private volatile @Nullable Throwable fault;
  private volatile @Nullable StatementResult found;
  private long fetched;

  /** The work that computes the rows. */
  interface Work {
    /** Begins; further work may be left to the reading of the rows. */
    StatementResult find() throws IOException;
  }

  Operation(Catalog catalog, Work work) {
    this.catalog = catalog;
    this.work = work;
  }

  Handle handle() {
    return handle;
  }

  TOperationState state() {
    return state;
  }

  /** Why it failed; null unless it did. */
  @Nullable Throwable fault() {
    return fault;
  }

  /** Done when the first row is there, or there will be none. */
  CompletableFuture<Void> ended() {
    return ended;
  }

  /** Waits a moment for its end, so that a polling client polls less often. */
  void awaitBriefly() {
    try {
      ended.get(BRIEF_MILLIS, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      return;
    } catch (InterruptedException | ExecutionException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Works until the first row is there. */
  void run() {
    if (!follows(TOperationState.PENDING_STATE, TOperationState.RUNNING_STATE)) {
      return;
    }
    catalog.begin(group());
    try {
      StatementResult result = work.find();
      var unused = result.rows().hasNext();
      found = result;
      follows(TOperationState.RUNNING_STATE, TOperationState.FINISHED_STATE);
    } catch (Exception | StackOverflowError | OutOfMemoryError e) {
      fault = e;
      follows(TOperationState.RUNNING_STATE, TOperationState.ERROR_STATE);
    } finally {
      catalog.end(group());
      ended.complete(null);
    }
  }

  private synchronized boolean follows(TOperationState from, TOperationState to) {
    boolean is = state == from;
    if (is) {
      state = to;
    }
    return is;
  }

  /**
   * Ends it, whatever it does.
   *
   * @param how the state that it is in from here on
   */
  void end(TOperationState how) {
    boolean runs = follows(TOperationState.RUNNING_STATE, how);
    if (runs || follows(TOperationState.PENDING_STATE, how)) {
      catalog.cancel(group());
      ended.complete(null);
    } else if (how != TOperationState.TIMEDOUT_STATE
        && follows(TOperationState.FINISHED_STATE, how)) {
      // The next rows may be under way, for a client that reads.
      catalog.cancel(group());
    }
    if (how == TOperationState.CLOSED_STATE) {
      state = how;
    }
  }

  private String group() {
    return "serve-" + handle.id();
  }

  StructType schema() {
    StatementResult result = found;
    return result == null ? NOTHING : result.schema();
  }

  /**
   * The next rows; none at the end.
   *
   * @param most how many
   * @param mostBytes of their texts and bytes, about
   */
  TRowSet fetch(long most, long mostBytes, TProtocolVersion version) {
    synchronized (work) {
      StatementResult result = found;
      if (result == null || state != TOperationState.FINISHED_STATE) {
        throw new IllegalStateException("there are no rows: the statement is " + state);
      }
      catalog.begin(group());
      try {
        long start = fetched;
        List<Row> rows = new ArrayList<>();
        for (long bytes = 0;
            rows.size() < most && bytes < mostBytes && result.rows().hasNext();
            fetched++) {
          Row row = result.rows().next();
          bytes += bytes(row);
          rows.add(row);
        }
        return RowSets.of(result.schema(), rows, start, version);
      } finally {
        catalog.end(group());
      }
    }
  }

  private static long bytes(Row row) {
    long bytes = 8L * row.size();
    for (int at = 0; at < row.size(); at++) {
      if (row.get(at) instanceof String text) {
        bytes += text.length();
      } else if (row.get(at) instanceof byte[] some) {
        bytes += some.length;
      }
    }
    return bytes;
  }

  /** Whether rows were read. */
  boolean isBegun() {
    synchronized (work) {
      return fetched > 0;
    }
  }
}
