package dev.varve.jobs.serve;

import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.serve.catalog.Catalog;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.hive.service.rpc.thrift.TOperationState;
import org.apache.hive.service.rpc.thrift.TProtocolVersion;

/** The sessions that are open, and the threads that their statements run on. */
final class ClientSessions implements AutoCloseable {
  private final Catalog catalog;
  private final ServeSettings settings;
  private final Map<UUID, ClientSession> open = new ConcurrentHashMap<>();
  private final ExecutorService workers;
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(task -> thread(task, "serve clock"));

  ClientSessions(Catalog catalog, ServeSettings settings) {
    this.catalog = catalog;
    this.settings = settings;
    this.workers =
        Executors.newFixedThreadPool(
            settings.statements(), task -> thread(task, "serve statement"));
    long every = Math.min(settings.idleSeconds() * 1000L, 10_000);
    var unused = clock.scheduleWithFixedDelay(this::sweep, every, every, TimeUnit.MILLISECONDS);
  }

  private static Thread thread(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  synchronized ClientSession open(TProtocolVersion version) {
    if (open.size() >= settings.sessions()) {
      throw new InvalidSettingsException(
          List.of(settings.sessions() + " sessions are open, which is the most (serve.sessions)"));
    }
    ClientSession session = new ClientSession(version, catalog.open(), settings.results());
    open.put(session.handle().id(), session);
    return session;
  }

  /**
   * The session of a handle.
   *
   * @throws UnknownHandle when there is none
   */
  ClientSession session(Handle handle) {
    ClientSession session = open.get(handle.id());
    if (session == null || !session.handle().equals(handle)) {
      throw new UnknownHandle("there is no such session; it may have been idle too long");
    }
    session.use();
    return session;
  }

  /** A client named what is not there, or belongs to another client. */
  static final class UnknownHandle extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnknownHandle(String message) {
      super(message);
    }
  }

  /** A result and its session. */
  record Opened(ClientSession session, Operation operation) {}

  /**
   * The result of a handle.
   *
   * @throws UnknownHandle when there is none
   */
  Opened operation(Handle handle) {
    for (ClientSession session : open.values()) {
      for (Operation operation : session.operations()) {
        if (operation.handle().equals(handle)) {
          session.use();
          return new Opened(session, operation);
        }
      }
    }
    throw new UnknownHandle("there is no such result; it may have been closed");
  }

  /**
   * Starts work on a thread of its own, as soon as one is free.
   *
   * @param seconds after which it is ended; 0 for what is set
   */
  Operation start(ClientSession session, Operation.Work work, long seconds) {
    Operation operation = new Operation(catalog, work);
    session.add(operation);
    workers.execute(operation::run);
    long most = settings.statementSeconds();
    var limit =
        clock.schedule(
            () -> operation.end(TOperationState.TIMEDOUT_STATE),
            seconds > 0 ? Math.min(seconds, most) : most,
            TimeUnit.SECONDS);
    var unused = operation.ended().thenRun(() -> limit.cancel(false));
    return operation;
  }

  /** Does work in this thread. */
  Operation here(ClientSession session, Operation.Work work) {
    Operation operation = new Operation(catalog, work);
    session.add(operation);
    operation.run();
    return operation;
  }

  void close(Set<ClientSession> some) {
    for (ClientSession session : some) {
      open.remove(session.handle().id());
      session.close();
    }
  }

  private void sweep() {
    for (ClientSession session : open.values()) {
      if (session.idleNanos() > TimeUnit.SECONDS.toNanos(settings.idleSeconds())) {
        close(Set.of(session));
      }
    }
  }

  int most() {
    return settings.sessions();
  }

  long rows(long asked) {
    return Math.max(1, Math.min(asked, settings.fetchRows()));
  }

  long bytes() {
    return settings.fetchBytes();
  }

  Catalog catalog() {
    return catalog;
  }

  @Override
  public void close() {
    close(Set.copyOf(open.values()));
    clock.shutdownNow();
    workers.shutdownNow();
  }
}
