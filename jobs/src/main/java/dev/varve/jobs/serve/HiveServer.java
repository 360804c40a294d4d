package dev.varve.jobs.serve;

import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.serve.catalog.Catalog;
import dev.varve.jobs.serve.hive.Handshake;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.hive.service.rpc.thrift.TCLIService;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.protocol.TProtocolUtil;
import org.apache.thrift.server.TServer;
import org.apache.thrift.server.TThreadPoolServer;
import org.apache.thrift.transport.TServerSocket;
import org.apache.thrift.transport.TTransportException;

/** The port, and what answers there until it is closed. */
public final class HiveServer implements AutoCloseable {
  /** Structs in each other that a message may have and nobody reads; clients send none. */
  private static final int MOST_NESTED = 64;

  private static final int WAITING = 50;
  private static final int STOP_SECONDS = 1;

  private final ServeSettings settings;
  private final InetAddress address;
  private final ServerSocket socket;

  private HiveServer(ServeSettings settings, InetAddress address, ServerSocket socket) {
    this.settings = settings;
    this.address = address;
    this.socket = socket;
  }

  /**
   * Takes the port; who connects waits until {@link #answer}.
   *
   * @throws InvalidSettingsException when the port or the address cannot be had
   */
  public static HiveServer on(ServeSettings settings) throws IOException {
    ServerSocket socket = new ServerSocket();
    try {
      InetAddress address = InetAddress.getByName(settings.host());
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(address, settings.port()), WAITING);
      return new HiveServer(settings, address, socket);
    } catch (UnknownHostException e) {
      socket.close();
      throw new InvalidSettingsException(
          List.of("--host " + settings.host() + " is no address of this machine"));
    } catch (BindException e) {
      socket.close();
      throw new InvalidSettingsException(
          List.of(
              "port %d of %s cannot be had (%s): another program may listen there; choose one by"
                      .formatted(settings.port(), settings.host(), e.getMessage())
                  + " --port, or 0 for any that is free"));
    }
  }

  /** Where clients find it. */
  public String url() {
    String host = address.getHostAddress();
    return "jdbc:hive2://%s:%d/%s"
        .formatted(host.contains(":") ? "[" + host + "]" : host, port(), Catalog.SCHEMA);
  }

  /** The port that was taken. */
  public int port() {
    return socket.getLocalPort();
  }

  /** Whether only programs of this machine reach it. */
  public boolean isLocal() {
    return address.isLoopbackAddress();
  }

  /**
   * Answers all clients, on threads of its own, and returns.
   *
   * @return ends it
   */
  public AutoCloseable answer(Catalog catalog) throws TTransportException {
    ClientSessions sessions = new ClientSessions(catalog, settings);
    TProtocolUtil.setMaxSkipDepth(MOST_NESTED);
    Connections connections = new Connections(sessions);
    Handshake handshake = new Handshake(Duration.ofSeconds(settings.idleSeconds()));
    TServer server =
        new TThreadPoolServer(
            new TThreadPoolServer.Args(new TServerSocket(socket))
                .processor(new TCLIService.Processor<>(new HiveService(sessions, connections)))
                .transportFactory(handshake)
                .protocolFactory(
                    new TBinaryProtocol.Factory(
                        true, true, Handshake.MOST_BYTES, Handshake.MOST_BYTES))
                .executorService(workers())
                .stopTimeoutUnit(TimeUnit.SECONDS)
                .stopTimeoutVal(STOP_SECONDS));
    server.setServerEventHandler(connections);
    Thread listening = new Thread(server::serve, "serve");
    listening.setDaemon(true);
    listening.start();
    return () -> {
      server.stop();
      sessions.close();
      catalog.awaitIdle();
      listening.join(TimeUnit.SECONDS.toMillis(2 * STOP_SECONDS));
    };
  }

  /** A thread a connection; more connections than sessions are of use to nobody. */
  private ThreadPoolExecutor workers() {
    return new ThreadPoolExecutor(
        1,
        2 * settings.sessions() + 1,
        1,
        TimeUnit.MINUTES,
        new SynchronousQueue<>(),
        task -> {
          Thread thread = new Thread(task, "serve connection");
          thread.setDaemon(true);
          return thread;
        });
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
