package dev.varve.jobs.store.registry;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsExchange;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;

/** A host on this machine that writes down all that it is sent, certificates of clients too. */
final class TlsServer implements AutoCloseable {
  private final HttpServer server;
  private final String name;
  private final ExecutorService threads = Executors.newFixedThreadPool(4);
  private final List<String> received = Collections.synchronizedList(new ArrayList<>());
  private volatile RegistryServer.Fault answer = exchange -> false;

  /**
   * Serves by TLS, or in plain without a context.
   *
   * @param name under which clients know it: localhost or 127.0.0.1
   */
  TlsServer(String name, @Nullable SSLContext context) throws IOException {
    InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    this.name = name;
    if (context == null) {
      server = HttpServer.create(address, 100);
    } else {
      HttpsServer secure = HttpsServer.create(address, 100);
      secure.setHttpsConfigurator(
          new HttpsConfigurator(context) {
            @Override
            public void configure(HttpsParameters parameters) {
              SSLParameters all = context.getDefaultSSLParameters();
              all.setWantClientAuth(true);
              parameters.setSSLParameters(all);
            }
          });
      server = secure;
    }
    server.createContext("/", this::handle);
    server.setExecutor(threads);
    server.start();
  }

  TlsServer answer(RegistryServer.Fault each) {
    answer = each;
    return this;
  }

  String host() {
    return name + ":" + server.getAddress().getPort();
  }

  String address() {
    return (server instanceof HttpsServer ? "https://" : "http://") + host();
  }

  /** Request lines, headers, bodies and certificates, all that came. */
  List<String> received() {
    synchronized (received) {
      return List.copyOf(received);
    }
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      received.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
      exchange.getRequestHeaders().forEach((key, value) -> received.add(key + ": " + value));
      received.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
      if (exchange instanceof HttpsExchange secure) {
        try {
          received.add("certificate: " + secure.getSSLSession().getPeerPrincipal());
        } catch (SSLPeerUnverifiedException e) {
          // The client has shown none.
        }
      }
      if (!answer.answers(exchange)) {
        send(exchange, 404, "");
      }
    }
  }

  static boolean send(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    if (bytes.length > 0) {
      exchange.getResponseBody().write(bytes);
    }
    return true;
  }

  static boolean send(HttpExchange exchange, int status, String header, String value)
      throws IOException {
    exchange.getResponseHeaders().add(header, value);
    return send(exchange, status, "");
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
