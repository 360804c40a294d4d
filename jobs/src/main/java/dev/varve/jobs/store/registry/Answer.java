package dev.varve.jobs.store.registry;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a host answers to a request. Closing it frees the connection for others. */
final class Answer implements Closeable {
  private final HttpURLConnection connection;
  private final int status;
  private final Origin origin;
  private final Runnable release;
  private boolean open = true;

  /**
   * An answer whose head was read.
   *
   * @param origin that gave it, behind redirects
   * @param release frees the connection for others
   */
  Answer(HttpURLConnection connection, int status, Origin origin, Runnable release) {
    this.connection = connection;
    this.status = status;
    this.origin = origin;
    this.release = release;
  }

  /** An answer of which only the status is needed. */
  static void discard(HttpURLConnection connection, int status) {
    new Answer(connection, status, Origin.of(connection.getURL()), () -> {}).close();
  }

  Origin origin() {
    return origin;
  }

  int status() {
    return status;
  }

  /** Whether the answer is what was requested, or a part of it. */
  boolean isOk() {
    return status == HttpURLConnection.HTTP_OK || status == HttpURLConnection.HTTP_PARTIAL;
  }

  /** The status and its words, such as {@code 404 Not Found}. */
  String words() {
    try {
      String message = connection.getResponseMessage();
      return message == null || message.isEmpty() ? "" + status : status + " " + message;
    } catch (IOException e) {
      return "" + status;
    }
  }

  @Nullable String header(String name) {
    return connection.getHeaderField(name);
  }

  /** All headers of a name. */
  List<String> headers(String name) {
    List<String> headers = new ArrayList<>();
    for (Map.Entry<@Nullable String, List<String>> header :
        connection.getHeaderFields().entrySet()) {
      if (name.equalsIgnoreCase(header.getKey())) {
        headers.addAll(header.getValue());
      }
    }
    return headers;
  }

  /** The length of the body, or -1. */
  long bytes() {
    return connection.getContentLengthLong();
  }

  InputStream body() throws IOException {
    return new PacedBody(connection.getInputStream());
  }

  /**
   * Ends the answer. The connection is used again when the body was read, or the JDK has little to
   * skip; no more is read here, as a host may send it slowly.
   */
  @Override
  public void close() {
    if (!open) {
      return;
    }
    open = false;
    try (InputStream body =
        status >= 400 ? connection.getErrorStream() : connection.getInputStream()) {
      // Closed without reading.
    } catch (IOException e) {
      connection.disconnect();
    } finally {
      release.run();
    }
  }

  /** Ends the answer in the middle of its body. */
  void abort() {
    if (open) {
      open = false;
      connection.disconnect();
      release.run();
    }
  }
}
