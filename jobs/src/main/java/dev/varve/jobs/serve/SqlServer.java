package dev.varve.jobs.serve;

import dev.varve.jobs.conf.InvalidSettingsException;
import io.grpc.netty.NettyServerBuilder;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URLEncoder;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.arrow.flight.FlightServer;
import org.apache.arrow.flight.Location;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;

/** Arrow Flight SQL server of a warehouse, which listens on a port until it is closed. */
public final class SqlServer implements AutoCloseable {
  /** Bytes of a random token. */
  private static final int TOKEN_BYTES = 24;

  /**
   * Longest message of a client, in bytes. A longer statement costs much to plan, and hardly
   * anybody writes one.
   */
  private static final int MAX_MESSAGE_BYTES = 256 << 10;

  /** Most calls of a connection at the same time. */
  private static final int MAX_CALLS = 100;

  /**
   * Most calls that a connection may reset within {@link #RESET_SECONDS}: a started call costs work
   * even if it is reset, as in a rapid reset attack.
   */
  private static final int MAX_RESETS = 1000;

  private static final int RESET_SECONDS = 30;

  /** Time after which a connection without calls is closed. */
  private static final int IDLE_MINUTES = 30;

  /** Time that running calls have to end when the server is closed. */
  private static final int SHUTDOWN_SECONDS = 10;

  /**
   * Logger of gRPC, limited to severe faults. Otherwise it logs each reset call, so anyone who
   * reaches the port could fill the log. The field keeps the logger from garbage collection, with
   * its level.
   */
  private static final Logger GRPC_LOGGER = Logger.getLogger("io.grpc");

  private final ServeSettings settings;
  private final InetAddress address;
  private final String token;
  private final BufferAllocator allocator;
  private final SqlCalls calls;
  private final FlightServer server;

  private SqlServer(
      ServeSettings settings,
      InetAddress address,
      String token,
      BufferAllocator allocator,
      SqlCalls calls,
      FlightServer server) {
    this.settings = settings;
    this.address = address;
    this.token = token;
    this.allocator = allocator;
    this.calls = calls;
    this.server = server;
  }

  /**
   * Starts a server, which answers clients on its own threads until it is closed.
   *
   * @throws InvalidSettingsException when the address, the port or the certificates cannot be used
   */
  public static SqlServer start(ServeSettings settings, NewestWarehouse warehouse) {
    InetAddress address = address(settings.host());
    String token = settings.token().isEmpty() ? random() : settings.token();
    BufferAllocator allocator = new RootAllocator(Runtime.getRuntime().maxMemory() / 2);
    SqlCalls calls = new SqlCalls(settings, warehouse, allocator);
    try {
      FlightServer.Builder builder =
          FlightServer.builder(allocator, location(settings, address.getHostAddress()), calls)
              .executor(calls.threads())
              .maxInboundMessageSize(MAX_MESSAGE_BYTES)
              .transportHint(
                  "grpc.builderConsumer", (Consumer<NettyServerBuilder>) SqlServer::limit);
      if (!settings.isOpen()) {
        builder.headerAuthenticator(new TokenCheck(token));
      }
      FlightServer server = built(builder, settings);
      start(server, settings);
      return new SqlServer(settings, address, token, allocator, calls, server);
    } catch (RuntimeException e) {
      calls.close();
      allocator.close();
      throw e;
    }
  }

  /** Limits the cost of a connection, also for clients without the token. */
  private static void limit(NettyServerBuilder builder) {
    GRPC_LOGGER.setLevel(Level.SEVERE);
    builder
        .maxConcurrentCallsPerConnection(MAX_CALLS)
        .maxRstFramesPerWindow(MAX_RESETS, RESET_SECONDS)
        .maxConnectionIdle(IDLE_MINUTES, TimeUnit.MINUTES);
  }

  private static FlightServer built(FlightServer.Builder builder, ServeSettings settings) {
    if (settings.certificateFile().isEmpty() != settings.keyFile().isEmpty()) {
      throw new InvalidSettingsException(
          List.of("serve.certificate-file and serve.key-file belong together: set both, or none"));
    }
    try {
      if (settings.isEncrypted()) {
        builder.useTls(new File(settings.certificateFile()), new File(settings.keyFile()));
      }
      return builder.build();
    } catch (IOException | RuntimeException e) {
      throw new InvalidSettingsException(
          List.of(
              "serve.certificate-file %s and serve.key-file %s cannot be used (%s)"
                  .formatted(settings.certificateFile(), settings.keyFile(), root(e))));
    }
  }

  private static void start(FlightServer server, ServeSettings settings) {
    try {
      server.start();
    } catch (IOException e) {
      throw new InvalidSettingsException(
          List.of(
              "port %d of %s cannot be had (%s): another program may listen there; choose one by"
                      .formatted(settings.port(), settings.host(), root(e))
                  + " --port, or 0 for any that is free"));
    }
  }

  private static Location location(ServeSettings settings, String host) {
    return settings.isEncrypted()
        ? Location.forGrpcTls(host, settings.port())
        : Location.forGrpcInsecure(host, settings.port());
  }

  private static InetAddress address(String host) {
    try {
      return InetAddress.getByName(host);
    } catch (UnknownHostException e) {
      throw new InvalidSettingsException(
          List.of("--host " + host + " is no address of this machine"));
    }
  }

  private static String root(Throwable fault) {
    Throwable root = fault;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return String.valueOf(root.getMessage());
  }

  private static String random() {
    byte[] bytes = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** The URL for Arrow's JDBC driver, with the token. */
  public String url() {
    String host = address.getHostAddress();
    return "jdbc:arrow-flight-sql://%s:%d/?useEncryption=%b%s"
        .formatted(
            host.contains(":") ? "[" + host + "]" : host,
            port(),
            settings.isEncrypted(),
            settings.isOpen() ? "" : "&token=" + URLEncoder.encode(token, StandardCharsets.UTF_8));
  }

  /** The port on which the server listens. */
  public int port() {
    return server.getPort();
  }

  /** Whether programs on other machines can reach the server in plain text or without a token. */
  public boolean isExposed() {
    return !address.isLoopbackAddress() && (settings.isOpen() || !settings.isEncrypted());
  }

  /** The number of running statements. */
  int running() {
    return calls.running();
  }

  /** The number of statements that are planned or run. */
  int begun() {
    return calls.begun();
  }

  @Override
  public void close() throws InterruptedException {
    calls.close();
    server.close();
    calls.threads().shutdown();
    if (calls.threads().awaitTermination(SHUTDOWN_SECONDS, TimeUnit.SECONDS)) {
      allocator.close(); // otherwise a call that goes on still uses it
    }
  }
}
