package dev.varve.jobs.serve;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.server.ServerContext;
import org.apache.thrift.server.TServerEventHandler;
import org.apache.thrift.transport.TTransport;

/** Which sessions were opened over which connection: when it ends, they do. */
final class Connections implements TServerEventHandler {
  private final ClientSessions sessions;

  /** A connection has a thread to itself. */
  private static final ThreadLocal<Set<ClientSession>> HERE =
      ThreadLocal.withInitial(ConcurrentHashMap::newKeySet);

  Connections(ClientSessions sessions) {
    this.sessions = sessions;
  }

  /** Notes that this thread's connection has opened a session. */
  void opened(ClientSession session) {
    HERE.get().add(session);
  }

  /** Notes that a session was closed. */
  void closed(ClientSession session) {
    HERE.get().remove(session);
  }

  @Override
  public void preServe() {}

  @Override
  public ServerContext createContext(TProtocol in, TProtocol out) {
    HERE.remove();
    return new Context();
  }

  @Override
  public void deleteContext(ServerContext context, TProtocol in, TProtocol out) {
    sessions.close(HERE.get());
    HERE.remove();
  }

  @Override
  public void processContext(ServerContext context, TTransport in, TTransport out) {}

  /** The thread knows what there is to know. */
  private static final class Context implements ServerContext {
    @Override
    public <T> T unwrap(Class<T> type) {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
      return false;
    }
  }
}
