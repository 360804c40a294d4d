package dev.varve.jobs.pull;

import dev.varve.jobs.row.RowReader;
import dev.varve.request.PullRequest;
import dev.varve.request.PullRequest.Kind;
import dev.varve.request.PullRequest.Verb;
import dev.varve.request.PullRequests;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/** Requests as rows, and rows as requests. */
final class RequestRows {
  static final StructType COLUMNS =
      new StructType()
          .add("layer_range", DataTypes.StringType, false)
          .add("request", DataTypes.LongType, false)
          .add("at_micros", DataTypes.LongType, false)
          .add("think_micros", DataTypes.LongType, false)
          .add("client", DataTypes.IntegerType, false)
          .add("repository", DataTypes.IntegerType, false)
          .add("verb", DataTypes.StringType, false)
          .add("layer", DataTypes.IntegerType, true);

  private static final String GET = "get";
  private static final String PUT = "put";

  private RequestRows() {}

  private record RequestRow(
      long request,
      long atMicros,
      long thinkMicros,
      int client,
      int repository,
      String verb,
      @Nullable Integer layer) {}

  /**
   * The first requests of a stream.
   *
   * @param layers number of the layer that each number of the stream stands for
   */
  static Iterator<Row> of(PullRequests requests, int[] layers, String range, long most) {
    return new Iterator<>() {
      private long number;
      private @Nullable PullRequest next = read();

      private @Nullable PullRequest read() {
        try {
          return number < most ? requests.next() : null;
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }

      @Override
      public boolean hasNext() {
        return next != null;
      }

      @Override
      public Row next() {
        PullRequest request = next;
        if (request == null) {
          throw new NoSuchElementException();
        }
        boolean manifest = request.kind() == Kind.MANIFEST;
        Row row =
            RowFactory.create(
                range,
                number++,
                request.atMicros(),
                request.thinkMicros(),
                request.client(),
                request.repository(),
                request.verb() == Verb.GET ? GET : PUT,
                manifest ? null : layers[request.layer()]);
        next = read();
        return row;
      }
    };
  }

  /** The requests of rows in the order of their numbers. */
  static PullRequests requests(Iterator<Row> rows) {
    return new PullRequests() {
      private final RowReader<RequestRow> reader = RowReader.of(COLUMNS, RequestRow.class);
      private long number;

      @Override
      public @Nullable PullRequest next() {
        if (!rows.hasNext()) {
          return null;
        }
        Row row = rows.next();
        RequestRow read = reader.record(row);
        if (read.request() != number) {
          throw new IllegalStateException("request " + read.request() + " instead of " + number);
        }
        number++;
        Integer layer = read.layer();
        return new PullRequest(
            read.atMicros(),
            read.thinkMicros(),
            read.client(),
            read.repository(),
            read.verb().equals(GET) ? Verb.GET : Verb.PUT,
            layer == null ? Kind.MANIFEST : Kind.LAYER,
            layer == null ? PullRequest.NO_LAYER : layer);
      }
    };
  }
}
