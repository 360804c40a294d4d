package dev.varve.jobs.catalog;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Executors;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.hadoop.HadoopCatalog;
import org.apache.iceberg.rest.CatalogHandlers;
import org.apache.iceberg.rest.Endpoint;
import org.apache.iceberg.rest.RESTCatalogProperties.SnapshotMode;
import org.apache.iceberg.rest.RESTSerializers;
import org.apache.iceberg.rest.requests.CommitTransactionRequest;
import org.apache.iceberg.rest.requests.CreateNamespaceRequest;
import org.apache.iceberg.rest.requests.CreateTableRequest;
import org.apache.iceberg.rest.requests.UpdateTableRequest;
import org.apache.iceberg.rest.responses.ConfigResponse;
import org.apache.iceberg.rest.responses.ErrorResponse;
import org.jspecify.annotations.Nullable;

/**
 * A server of Iceberg's REST protocol over a catalog in a folder, by Iceberg's own handlers of
 * requests. It remembers what was requested.
 *
 * @see <a
 *     href="https://github.com/apache/iceberg/blob/main/open-api/rest-catalog-open-api.yaml">the
 *     protocol</a>
 */
final class RestServer implements AutoCloseable {
  private final HttpServer server;
  private final HadoopCatalog catalog;
  private final String token;
  private final List<Endpoint> endpoints;

  /** Whether the server lists its endpoints; older ones do not. */
  volatile boolean listsEndpoints = true;

  private final ObjectMapper json = new ObjectMapper();

  /** Methods and paths of all requests. */
  final List<String> requests = Collections.synchronizedList(new ArrayList<>());

  RestServer(Path folder, String token, Endpoint... left) throws IOException {
    this.catalog = new HadoopCatalog(new Configuration(), folder.toString());
    this.token = token;
    List<Endpoint> all =
        new ArrayList<>(
            List.of(
                Endpoint.V1_LOAD_NAMESPACE,
                Endpoint.V1_CREATE_NAMESPACE,
                Endpoint.V1_LOAD_TABLE,
                Endpoint.V1_CREATE_TABLE,
                Endpoint.V1_UPDATE_TABLE,
                Endpoint.V1_COMMIT_TRANSACTION));
    all.removeAll(Arrays.asList(left));
    this.endpoints = all;
    json.setVisibility(PropertyAccessor.FIELD, JsonAutoDetect.Visibility.ANY);
    json.configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, false);
    json.setPropertyNamingStrategy(new PropertyNamingStrategies.KebabCaseStrategy());
    RESTSerializers.registerAll(json);
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newFixedThreadPool(4));
    server.createContext("/", this::answer);
    server.start();
  }

  String uri() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  long count(String method, String end) {
    return requests.stream()
        .filter(each -> each.startsWith(method + " ") && each.endsWith(end))
        .count();
  }

  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    requests.add(exchange.getRequestMethod() + " " + path);
    int status = 200;
    @Nullable Object body;
    try {
      if (!("Bearer " + token).equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
        // Some servers say what they were sent.
        status = 401;
        String sent =
            exchange.getRequestHeaders().entrySet()
                + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        body = error(status, "NotAuthorizedException", "who are you? " + sent);
      } else {
        body = body(exchange.getRequestMethod(), path, exchange);
      }
    } catch (NoSuchTableException | NoSuchNamespaceException e) {
      status = 404;
      body = error(status, e.getClass().getSimpleName(), String.valueOf(e.getMessage()));
    } catch (AlreadyExistsException | CommitFailedException e) {
      status = 409;
      body = error(status, e.getClass().getSimpleName(), String.valueOf(e.getMessage()));
    } catch (IOException | RuntimeException e) {
      status = 500;
      body = error(status, e.getClass().getSimpleName(), String.valueOf(e.getMessage()));
    }
    byte[] bytes = body == null ? new byte[0] : json.writeValueAsBytes(body);
    exchange.sendResponseHeaders(
        bytes.length == 0 ? 204 : status, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private static ErrorResponse error(int status, String type, String message) {
    return ErrorResponse.builder().responseCode(status).withType(type).withMessage(message).build();
  }

  private @Nullable Object body(String method, String path, HttpExchange exchange)
      throws IOException {
    String[] parts = path.substring(1).split("/");
    if (path.equals("/v1/config")) {
      return listsEndpoints
          ? ConfigResponse.builder().withEndpoints(endpoints).build()
          : ConfigResponse.builder().build();
    }
    if (path.equals("/v1/namespaces")) {
      return CatalogHandlers.createNamespace(catalog, read(exchange, CreateNamespaceRequest.class));
    }
    if (path.equals("/v1/transactions/commit")) {
      if (!endpoints.contains(Endpoint.V1_COMMIT_TRANSACTION)) {
        exchange.getRequestBody().readAllBytes(); // else the connection would be reset
        throw new NoSuchTableException("not found");
      }
      for (UpdateTableRequest change :
          read(exchange, CommitTransactionRequest.class).tableChanges()) {
        CatalogHandlers.updateTable(catalog, change.identifier(), change);
      }
      return null;
    }
    Namespace namespace =
        Namespace.of(URLDecoder.decode(parts[2], StandardCharsets.UTF_8).split("\u001f"));
    if (parts.length == 3) {
      return CatalogHandlers.loadNamespace(catalog, namespace);
    }
    if (parts.length == 4) {
      return CatalogHandlers.createTable(
          catalog, namespace, read(exchange, CreateTableRequest.class));
    }
    TableIdentifier table = TableIdentifier.of(namespace, parts[4]);
    return method.equals("GET")
        ? CatalogHandlers.loadTable(catalog, table, SnapshotMode.ALL)
        : CatalogHandlers.updateTable(catalog, table, read(exchange, UpdateTableRequest.class));
  }

  private <T> T read(HttpExchange exchange, Class<T> type) throws IOException {
    return json.readValue(exchange.getRequestBody(), type);
  }

  @Override
  public void close() throws IOException {
    server.stop(0);
    catalog.close();
  }
}
