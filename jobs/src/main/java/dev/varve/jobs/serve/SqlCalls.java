package dev.varve.jobs.serve;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.engine.local.LocalResult;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.arrow.flight.BackpressureStrategy.CallbackBackpressureStrategy;
import org.apache.arrow.flight.BackpressureStrategy.WaitResult;
import org.apache.arrow.flight.CallStatus;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightEndpoint;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.Result;
import org.apache.arrow.flight.SchemaResult;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.flight.sql.BasicFlightSqlProducer;
import org.apache.arrow.flight.sql.SqlInfoBuilder;
import org.apache.arrow.flight.sql.impl.FlightSql.ActionClosePreparedStatementRequest;
import org.apache.arrow.flight.sql.impl.FlightSql.ActionCreatePreparedStatementRequest;
import org.apache.arrow.flight.sql.impl.FlightSql.ActionCreatePreparedStatementResult;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetCrossReference;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetDbSchemas;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetExportedKeys;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetImportedKeys;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetPrimaryKeys;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetSqlInfo;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetTables;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetXdbcTypeInfo;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandPreparedStatementQuery;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementQuery;
import org.apache.arrow.flight.sql.impl.FlightSql.TicketStatementQuery;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/** Calls of clients: statements, and what there is. Tickets and handles are texts of statements. */
final class SqlCalls extends BasicFlightSqlProducer {
  private static final long WAIT_MILLIS = 1000;

  private final ServeSettings settings;
  private final Newest warehouse;
  private final BufferAllocator allocator;
  private final Listings listings;
  private final Set<Running> running = ConcurrentHashMap.newKeySet();
  private final ExecutorService threads;
  private final ScheduledExecutorService deadlines =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "deadlines of statements");
            thread.setDaemon(true);
            return thread;
          });

  SqlCalls(ServeSettings settings, Newest warehouse, BufferAllocator allocator) {
    this.settings = settings;
    this.warehouse = warehouse;
    this.allocator = allocator;
    this.listings = new Listings(this::schema, allocator);
    this.threads =
        new ThreadPoolExecutor(
            0, settings.statements(), 1, TimeUnit.MINUTES, new SynchronousQueue<>());
  }

  @Override
  public FlightInfo getFlightInfoStatement(
      CommandStatementQuery command, CallContext context, FlightDescriptor descriptor) {
    TicketStatementQuery ticket =
        TicketStatementQuery.newBuilder().setStatementHandle(command.getQueryBytes()).build();
    return info(ticket, schema(command.getQuery()), descriptor);
  }

  @Override
  public SchemaResult getSchemaStatement(
      CommandStatementQuery command, CallContext context, FlightDescriptor descriptor) {
    return new SchemaResult(schema(command.getQuery()));
  }

  @Override
  public void getStreamStatement(
      TicketStatementQuery ticket, CallContext context, ServerStreamListener listener) {
    stream(ticket.getStatementHandle().toStringUtf8(), listener);
  }

  @Override
  public void createPreparedStatement(
      ActionCreatePreparedStatementRequest request,
      CallContext context,
      StreamListener<Result> listener) {
    try {
      ActionCreatePreparedStatementResult prepared =
          ActionCreatePreparedStatementResult.newBuilder()
              .setPreparedStatementHandle(request.getQueryBytes())
              .setDatasetSchema(
                  ByteString.copyFrom(schema(request.getQuery()).serializeAsMessage()))
              .build();
      listener.onNext(new Result(Any.pack(prepared).toByteArray()));
      listener.onCompleted();
    } catch (RuntimeException e) {
      listener.onError(asStatus(e));
    }
  }

  @Override
  public void closePreparedStatement(
      ActionClosePreparedStatementRequest request,
      CallContext context,
      StreamListener<Result> listener) {
    listener.onCompleted();
  }

  @Override
  public FlightInfo getFlightInfoPreparedStatement(
      CommandPreparedStatementQuery command, CallContext context, FlightDescriptor descriptor) {
    return info(command, schema(command.getPreparedStatementHandle().toStringUtf8()), descriptor);
  }

  @Override
  public void getStreamPreparedStatement(
      CommandPreparedStatementQuery command, CallContext context, ServerStreamListener listener) {
    stream(command.getPreparedStatementHandle().toStringUtf8(), listener);
  }

  @Override
  protected <T extends Message> List<FlightEndpoint> determineEndpoints(
      T request, FlightDescriptor descriptor, Schema schema) {
    return List.of(new FlightEndpoint(new Ticket(Any.pack(request).toByteArray())));
  }

  private FlightInfo info(Message ticket, Schema schema, FlightDescriptor descriptor) {
    return new FlightInfo(
        schema, descriptor, determineEndpoints(ticket, descriptor, schema), -1, -1);
  }

  /** The columns of a statement. */
  private Schema schema(String sql) {
    try (Newest.Lease lease = warehouse.lease()) {
      lease.statements().begin(sql).close(); // the fault names places of the client's own text
      return columns(lease, sql);
    } catch (IOException | RuntimeException e) {
      throw asStatus(e);
    }
  }

  private Schema columns(Newest.Lease lease, String sql) throws IOException {
    String text = sql.strip().replaceFirst("[;\\s]+$", "");
    LocalResult planned;
    try {
      planned = lease.statements().begin("SELECT * FROM (%s\n) LIMIT 0".formatted(text));
    } catch (InvalidSettingsException e) {
      planned = lease.statements().begin(sql); // no SELECT, such as EXPLAIN, and soon done
    }
    try (LocalResult result = planned;
        ArrowReader reader = result.arrow(allocator)) {
      return reader.getVectorSchemaRoot().getSchema();
    }
  }

  /** Answers on a thread of its own: while a call's own thread works, nobody learns of its end. */
  private void stream(String sql, ServerStreamListener listener) {
    Running one = new Running(sql, listener);
    try {
      threads.execute(one);
    } catch (RejectedExecutionException e) {
      listener.error(
          CallStatus.RESOURCE_EXHAUSTED
              .withDescription(
                  "%d statements run already: try again, or allow more by serve.statements"
                      .formatted(settings.statements()))
              .toRuntimeException());
    }
  }

  /** A statement whose rows are being sent. */
  private final class Running extends CallbackBackpressureStrategy implements Runnable {
    private final String sql;
    private final ServerStreamListener listener;
    private @Nullable LocalResult result;
    private @Nullable FlightRuntimeException end;

    Running(String sql, ServerStreamListener listener) {
      this.sql = sql;
      this.listener = listener;
      register(listener);
    }

    @Override
    protected void cancelCallback() {
      end(CallStatus.CANCELLED.toRuntimeException());
      super.cancelCallback();
    }

    /** Ends it for a reason, of which the first counts. */
    private synchronized void end(FlightRuntimeException why) {
      if (end == null) {
        end = why;
      }
      if (result != null) {
        result.cancel();
      }
    }

    private synchronized void begun(LocalResult of) {
      result = of;
    }

    private synchronized void requireWanted() {
      if (end != null) {
        throw end;
      }
    }

    private synchronized FlightRuntimeException reason(Exception fault) {
      return end == null ? asStatus(fault) : end;
    }

    @Override
    public void run() {
      running.add(this);
      Future<?> deadline =
          deadlines.schedule(() -> end(tooLong()), settings.statementSeconds(), TimeUnit.SECONDS);
      try (Newest.Lease lease = warehouse.lease();
          LocalResult rows = lease.statements().begin(sql)) {
        begun(rows);
        requireWanted();
        try (ArrowReader reader = rows.arrow(allocator)) {
          send(reader);
        }
      } catch (IOException | RuntimeException e) {
        listener.error(reason(e));
      } finally {
        deadline.cancel(false);
        running.remove(this);
      }
    }

    private void send(ArrowReader reader) throws IOException {
      listener.start(reader.getVectorSchemaRoot(), reader);
      while (reader.loadNextBatch()) {
        do {
          requireWanted();
        } while (waitForListener(WAIT_MILLIS) == WaitResult.TIMEOUT);
        listener.putNext();
      }
      requireWanted();
      listener.completed();
    }
  }

  private FlightRuntimeException tooLong() {
    return CallStatus.TIMED_OUT
        .withDescription(
            "it ran for more than %d s (serve.statement-seconds)"
                .formatted(settings.statementSeconds()))
        .toRuntimeException();
  }

  private static FlightRuntimeException asStatus(Exception fault) {
    if (fault instanceof FlightRuntimeException known) {
      return known;
    }
    CallStatus status =
        fault instanceof InvalidSettingsException
            ? CallStatus.INVALID_ARGUMENT
            : CallStatus.INTERNAL;
    return status.withDescription(String.valueOf(fault.getMessage())).toRuntimeException();
  }

  private static void answer(ServerStreamListener listener, Consumer<ServerStreamListener> rows) {
    try {
      rows.accept(listener);
    } catch (RuntimeException e) {
      listener.error(asStatus(e));
    }
  }

  @Override
  public void getStreamSqlInfo(
      CommandGetSqlInfo command, CallContext context, ServerStreamListener listener) {
    new SqlInfoBuilder()
        .withFlightSqlServerName("Varve")
        .withFlightSqlServerVersion(
            String.valueOf(SqlCalls.class.getPackage().getImplementationVersion()))
        .withFlightSqlServerReadOnly(true)
        .withFlightSqlServerSql(true)
        .withFlightSqlServerCancel(true)
        .withSqlIdentifierQuoteChar("\"")
        .withSqlTransactionsSupported(false)
        .send(List.of(), listener); // all: a request for one that is not here would be refused
  }

  @Override
  public void getStreamTypeInfo(
      CommandGetXdbcTypeInfo command, CallContext context, ServerStreamListener listener) {
    answer(listener, to -> listings.nothing(Schemas.GET_TYPE_INFO_SCHEMA, to));
  }

  @Override
  public void getStreamCatalogs(CallContext context, ServerStreamListener listener) {
    answer(listener, listings::catalogs);
  }

  @Override
  public void getStreamSchemas(
      CommandGetDbSchemas command, CallContext context, ServerStreamListener listener) {
    answer(listener, to -> listings.schemas(command, to));
  }

  @Override
  public void getStreamTables(
      CommandGetTables command, CallContext context, ServerStreamListener listener) {
    answer(listener, to -> listings.tables(command, to));
  }

  @Override
  public void getStreamTableTypes(CallContext context, ServerStreamListener listener) {
    answer(listener, listings::kinds);
  }

  @Override
  public void getStreamPrimaryKeys(
      CommandGetPrimaryKeys command, CallContext context, ServerStreamListener listener) {
    answer(listener, to -> listings.nothing(Schemas.GET_PRIMARY_KEYS_SCHEMA, to));
  }

  @Override
  public void getStreamExportedKeys(
      CommandGetExportedKeys command, CallContext context, ServerStreamListener listener) {
    answer(listener, to -> listings.nothing(Schemas.GET_EXPORTED_KEYS_SCHEMA, to));
  }

  @Override
  public void getStreamImportedKeys(
      CommandGetImportedKeys command, CallContext context, ServerStreamListener listener) {
    answer(listener, to -> listings.nothing(Schemas.GET_IMPORTED_KEYS_SCHEMA, to));
  }

  @Override
  public void getStreamCrossReference(
      CommandGetCrossReference command, CallContext context, ServerStreamListener listener) {
    answer(listener, to -> listings.nothing(Schemas.GET_CROSS_REFERENCE_SCHEMA, to));
  }

  int running() {
    return running.size();
  }

  /** Ends what runs; the state of the warehouse is closed by whoever opened it. */
  @Override
  public void close() {
    deadlines.shutdownNow();
    running.forEach(
        one ->
            one.end(
                CallStatus.UNAVAILABLE.withDescription("the server ends").toRuntimeException()));
    threads.shutdown();
  }
}
