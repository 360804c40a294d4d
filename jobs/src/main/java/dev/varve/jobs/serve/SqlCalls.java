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
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
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

/**
 * Handles the Flight SQL calls of clients: statements, and metadata. Tickets and handles of
 * prepared statements contain the text of the statement, so the server keeps no state for a client.
 */
final class SqlCalls extends BasicFlightSqlProducer {
  /** Interval at which a running statement is checked for its time limit and for cancellation. */
  private static final long POLL_MILLIS = 1000;

  /** Threads for calls that are no statements; further calls wait. */
  private static final int METADATA_THREADS = 8;

  /**
   * Stack size of a thread. DuckDB plans nested statements by recursion, and a stack overflow in
   * native code would end the process.
   */
  private static final long STACK_BYTES = 256L << 20;

  /**
   * Longest message of a fault, in characters. It is sent in an HTTP header, and clients accept up
   * to 8 KiB of headers.
   */
  private static final int MAX_MESSAGE_CHARS = 800;

  private final ServeSettings settings;
  private final NewestWarehouse warehouse;
  private final BufferAllocator allocator;
  private final Listings listings;
  private final Set<RunningStatement> running = ConcurrentHashMap.newKeySet();

  /** A permit for each statement that may be planned or run at the same time. */
  private final Semaphore permits;

  private final ThreadPoolExecutor threads;
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(task -> thread("clock of statements", task));

  SqlCalls(ServeSettings settings, NewestWarehouse warehouse, BufferAllocator allocator) {
    this.settings = settings;
    this.warehouse = warehouse;
    this.allocator = allocator;
    this.listings = new Listings(this::schema, allocator);
    this.permits = new Semaphore(settings.statements());
    int maxThreads = settings.statements() + METADATA_THREADS;
    this.threads =
        new ThreadPoolExecutor(
            maxThreads,
            maxThreads,
            1,
            TimeUnit.MINUTES,
            new LinkedBlockingQueue<>(),
            task -> thread("calls of clients", task));
    threads.allowCoreThreadTimeOut(true);
  }

  private static Thread thread(String name, Runnable task) {
    Thread thread = new Thread(null, task, name, STACK_BYTES);
    thread.setDaemon(true);
    return thread;
  }

  /** The threads that run all calls, including statements. */
  ExecutorService threads() {
    return threads;
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
    requirePermit();
    long startNanos = System.nanoTime();
    try (NewestWarehouse.Lease lease = warehouse.lease()) {
      // Planned unwrapped first: a fault then names positions in the client's own text.
      lease.statements().begin(sql).close();
      return columns(lease, sql);
    } catch (IOException | RuntimeException | StackOverflowError | OutOfMemoryError e) {
      throw isLate(startNanos) ? tooLong() : asStatus(e);
    } finally {
      permits.release();
    }
  }

  private Schema columns(NewestWarehouse.Lease lease, String sql) throws IOException {
    // By hand: a regex would look for the end from each of many blanks.
    int end = sql.length();
    while (end > 0 && (sql.charAt(end - 1) == ';' || Character.isWhitespace(sql.charAt(end - 1)))) {
      end--;
    }
    String text = sql.substring(0, end);
    LocalResult planned;
    try {
      planned = lease.statements().begin("SELECT * FROM (%s\n) LIMIT 0".formatted(text));
    } catch (InvalidSettingsException e) {
      // A statement that cannot be a subquery, such as EXPLAIN.
      planned = lease.statements().begin(sql);
    }
    try (LocalResult result = planned;
        ArrowReader reader = result.arrow(allocator)) {
      return reader.getVectorSchemaRoot().getSchema();
    }
  }

  /** Takes a permit for a statement, and refuses the statement if there is none. */
  private void requirePermit() {
    if (!permits.tryAcquire()) {
      throw CallStatus.RESOURCE_EXHAUSTED
          .withDescription(
              "%d statements run already: try again, or allow more by serve.statements"
                  .formatted(settings.statements()))
          .toRuntimeException();
    }
  }

  private boolean isLate(long startNanos) {
    return System.nanoTime() - startNanos >= TimeUnit.SECONDS.toNanos(settings.statementSeconds());
  }

  /**
   * Runs a statement on another thread, as gRPC reports a cancelled call only while the call's own
   * thread is idle.
   */
  private void stream(String sql, ServerStreamListener listener) {
    requirePermit();
    threads.execute(new RunningStatement(sql, listener));
  }

  /** Statement whose rows are being sent. */
  private final class RunningStatement extends CallbackBackpressureStrategy implements Runnable {
    private final String sql;
    private final ServerStreamListener listener;
    private final long startNanos = System.nanoTime();
    private @Nullable LocalResult result;
    private @Nullable FlightRuntimeException endReason;

    RunningStatement(String sql, ServerStreamListener listener) {
      this.sql = sql;
      this.listener = listener;
      register(listener);
    }

    @Override
    protected void cancelCallback() {
      end(CallStatus.CANCELLED.toRuntimeException());
      super.cancelCallback();
    }

    /** Cancels the statement for a reason; the first reason is reported. */
    private synchronized void end(FlightRuntimeException why) {
      if (endReason == null) {
        endReason = why;
      }
      if (result != null) {
        result.cancel();
      }
    }

    private synchronized void setResult(@Nullable LocalResult rows) {
      result = rows;
    }

    /**
     * Cancels the statement again if it should have ended. DuckDB ignores a cancellation just
     * before a statement begins to run, so this is called repeatedly.
     */
    private synchronized void cancelIfEnded() {
      if (endReason != null || isLate(startNanos)) {
        end(tooLong());
      }
    }

    private synchronized void requireNotEnded() {
      if (endReason != null) {
        throw endReason;
      }
    }

    private synchronized FlightRuntimeException reason(Throwable fault) {
      return endReason != null ? endReason : isLate(startNanos) ? tooLong() : asStatus(fault);
    }

    @Override
    public void run() {
      running.add(this);
      Future<?> checks =
          clock.scheduleWithFixedDelay(
              this::cancelIfEnded, POLL_MILLIS, POLL_MILLIS, TimeUnit.MILLISECONDS);
      FlightRuntimeException fault = null;
      try (NewestWarehouse.Lease lease = warehouse.lease();
          LocalResult rows = lease.statements().begin(sql)) {
        setResult(rows);
        send(rows);
      } catch (IOException | RuntimeException | StackOverflowError | OutOfMemoryError e) {
        fault = reason(e);
      } finally {
        checks.cancel(false);
        running.remove(this);
        permits.release();
      }
      if (fault == null) {
        listener.completed();
      } else {
        listener.error(fault);
      }
    }

    private void send(LocalResult rows) throws IOException {
      requireNotEnded();
      try (ArrowReader reader = rows.arrow(allocator)) {
        listener.start(reader.getVectorSchemaRoot(), reader);
        while (reader.loadNextBatch()) {
          do {
            requireNotEnded();
          } while (waitForListener(POLL_MILLIS) == WaitResult.TIMEOUT);
          listener.putNext();
        }
        requireNotEnded();
      } finally {
        setResult(null);
      }
    }
  }

  private FlightRuntimeException tooLong() {
    return CallStatus.TIMED_OUT
        .withDescription(
            "it ran for more than %d s (serve.statement-seconds)"
                .formatted(settings.statementSeconds()))
        .toRuntimeException();
  }

  private static FlightRuntimeException asStatus(Throwable fault) {
    if (fault instanceof FlightRuntimeException known) {
      return known;
    }
    CallStatus status =
        fault instanceof InvalidSettingsException
            ? CallStatus.INVALID_ARGUMENT
            : CallStatus.INTERNAL;
    String message = String.valueOf(fault.getMessage());
    return status
        .withDescription(
            message.length() > MAX_MESSAGE_CHARS
                ? message.substring(0, MAX_MESSAGE_CHARS) + " ..."
                : message)
        .toRuntimeException();
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
        // All entries: Arrow would refuse a request that names a missing one.
        .send(List.of(), listener);
  }

  @Override
  public void getStreamTypeInfo(
      CommandGetXdbcTypeInfo command, CallContext context, ServerStreamListener listener) {
    answer(listener, to -> listings.sendEmpty(Schemas.GET_TYPE_INFO_SCHEMA, to));
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
    answer(listener, to -> listings.sendEmpty(Schemas.GET_PRIMARY_KEYS_SCHEMA, to));
  }

  @Override
  public void getStreamExportedKeys(
      CommandGetExportedKeys command, CallContext context, ServerStreamListener listener) {
    answer(listener, to -> listings.sendEmpty(Schemas.GET_EXPORTED_KEYS_SCHEMA, to));
  }

  @Override
  public void getStreamImportedKeys(
      CommandGetImportedKeys command, CallContext context, ServerStreamListener listener) {
    answer(listener, to -> listings.sendEmpty(Schemas.GET_IMPORTED_KEYS_SCHEMA, to));
  }

  @Override
  public void getStreamCrossReference(
      CommandGetCrossReference command, CallContext context, ServerStreamListener listener) {
    answer(listener, to -> listings.sendEmpty(Schemas.GET_CROSS_REFERENCE_SCHEMA, to));
  }

  /** The number of running statements. */
  int running() {
    return running.size();
  }

  /** The number of statements that are planned or run. */
  int begun() {
    return settings.statements() - permits.availablePermits();
  }

  /** Cancels the running statements. The caller closes the warehouse, as it opened it. */
  @Override
  public void close() {
    clock.shutdownNow();
    running.forEach(
        statement ->
            statement.end(
                CallStatus.UNAVAILABLE.withDescription("the server ends").toRuntimeException()));
  }
}
