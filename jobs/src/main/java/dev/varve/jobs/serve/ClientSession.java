package dev.varve.jobs.serve;

import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.serve.catalog.CatalogSession;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hive.service.rpc.thrift.TOperationState;
import org.apache.hive.service.rpc.thrift.TProtocolVersion;

/** A session as a client opened it, and its results that are not closed yet. */
final class ClientSession {
  private final Handle handle = Handle.next();
  private final TProtocolVersion version;
  private final CatalogSession catalog;
  private final int mostResults;
  private final Map<UUID, Operation> operations = new ConcurrentHashMap<>();
  private volatile long usedNanos = System.nanoTime();

  ClientSession(TProtocolVersion version, CatalogSession catalog, int mostResults) {
    this.version = version;
    this.catalog = catalog;
    this.mostResults = mostResults;
  }

  Handle handle() {
    return handle;
  }

  TProtocolVersion version() {
    return version;
  }

  CatalogSession catalog() {
    return catalog;
  }

  void add(Operation operation) {
    if (operations.size() >= mostResults) {
      throw new InvalidSettingsException(
          List.of("this session has " + mostResults + " results open: close some (serve.results)"));
    }
    operations.put(operation.handle().id(), operation);
  }

  void remove(Operation operation) {
    operations.remove(operation.handle().id());
  }

  Iterable<Operation> operations() {
    return operations.values();
  }

  void use() {
    usedNanos = System.nanoTime();
  }

  /** How long it has been idle; 0 while a statement runs. */
  long idleNanos() {
    for (Operation operation : operations.values()) {
      if (operation.state() == TOperationState.RUNNING_STATE) {
        return 0;
      }
    }
    return System.nanoTime() - usedNanos;
  }

  void close() {
    operations.values().forEach(each -> each.end(TOperationState.CLOSED_STATE));
    operations.clear();
  }
}
