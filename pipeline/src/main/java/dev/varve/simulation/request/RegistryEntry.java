package dev.varve.simulation.request;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.varve.simulation.request.RegistryRequest.Kind;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** An entry of a trace while its fields are read, in any order. */
final class RegistryEntry {
  /** Longest duration that is accepted, in seconds: about 32 years. */
  private static final double MOST_SECONDS = 1e9;

  private static final double MICROS_A_SECOND = 1e6;
  private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*");
  private static final long MOST_EPOCH_SECONDS = 1_000_000_000_000L;

  private @Nullable String timestamp;
  private @Nullable String client;
  private @Nullable String method;
  private @Nullable String uri;
  private long status = -1;
  private long bytes = -1;
  private double seconds = -1;

  /**
   * Takes the field at which the parser stands; one that is not known is passed over.
   *
   * @throws IllegalArgumentException when its value is of another type, or out of range
   */
  void take(JsonParser parser) throws IOException {
    String field = parser.currentName();
    JsonToken value = parser.nextToken();
    switch (field) {
      case "timestamp" -> timestamp = text(field, value, parser);
      case "http.request.remoteaddr" -> client = text(field, value, parser);
      case "http.request.method" -> method = text(field, value, parser).toUpperCase(Locale.ROOT);
      case "http.request.uri" -> uri = text(field, value, parser);
      case "http.response.status" -> status = count(field, value, parser);
      case "http.response.written" -> bytes = count(field, value, parser);
      case "http.request.duration" -> {
        require(value.isNumeric(), field, "a number");
        seconds = parser.getDoubleValue();
        require(seconds >= 0 && seconds <= MOST_SECONDS, field, "a duration");
      }
      default -> parser.skipChildren();
    }
  }

  /**
   * The request, once all fields have been taken.
   *
   * @throws IllegalArgumentException when one is missing or makes no sense
   */
  RegistryRequest request() {
    boolean hasTexts = timestamp != null && client != null && method != null && uri != null;
    if (!hasTexts || status < 0 || bytes < 0 || seconds < 0) {
      throw incomplete();
    }
    String path = path(Objects.requireNonNull(uri));
    Kind kind = kind(path);
    String marker = marker(kind);
    int index = path.lastIndexOf(marker);
    int from = path.indexOf("v2/") + 3;
    require(status <= Integer.MAX_VALUE, "http.response.status", "a status of HTTP");
    return new RegistryRequest(
        micros(Objects.requireNonNull(timestamp)),
        Objects.requireNonNull(client),
        Objects.requireNonNull(method),
        kind,
        kind == Kind.OTHER ? "" : path.substring(from, index),
        kind == Kind.OTHER ? "" : path.substring(index + marker.length()),
        (int) status,
        bytes,
        Math.round(seconds * MICROS_A_SECOND));
  }

  private IllegalArgumentException incomplete() {
    Map<String, Boolean> isPresent = new LinkedHashMap<>();
    isPresent.put("timestamp", timestamp != null);
    isPresent.put("http.request.remoteaddr", client != null);
    isPresent.put("http.request.method", method != null);
    isPresent.put("http.request.uri", uri != null);
    isPresent.put("http.response.status", status >= 0);
    isPresent.put("http.response.written", bytes >= 0);
    isPresent.put("http.request.duration", seconds >= 0);
    isPresent.values().removeIf(is -> is);
    return new IllegalArgumentException("an entry has no " + String.join(", ", isPresent.keySet()));
  }

  /**
   * The path of a request's target (RFC 9112, section 3.2), which may have a host before it and a
   * query behind. Percent codes are decoded (RFC 3986, section 2.1), and slashes in a row are one,
   * as registries route requests.
   */
  private static String path(String target) {
    int end = target.indexOf('?');
    String requestTarget = end < 0 ? target : target.substring(0, end);
    int host = requestTarget.indexOf("://");
    if (host > 0 && SCHEME.matcher(requestTarget).region(0, host).matches()) {
      int path = requestTarget.indexOf('/', host + 3);
      requestTarget = path < 0 ? "/" : requestTarget.substring(path);
    }
    StringBuilder path = new StringBuilder(requestTarget.length());
    for (int index = 0; index < requestTarget.length(); index++) {
      char letter = requestTarget.charAt(index);
      if (letter == '%' && index + 2 < requestTarget.length()) {
        int high = Character.digit(requestTarget.charAt(index + 1), 16);
        int low = Character.digit(requestTarget.charAt(index + 2), 16);
        if (high >= 0 && low >= 0) {
          letter = (char) (high << 4 | low);
          index += 2;
        }
      }
      if (letter != '/' || path.isEmpty() || path.charAt(path.length() - 1) != '/') {
        path.append(letter);
      }
    }
    return path.toString();
  }

  private static Kind kind(String path) {
    for (Kind kind : new Kind[] {Kind.UPLOAD, Kind.MANIFEST, Kind.BLOB}) {
      if ((path.startsWith("v2/") || path.startsWith("/v2/"))
          && path.lastIndexOf(marker(kind)) > path.indexOf("v2/") + 3) {
        return kind;
      }
    }
    return Kind.OTHER;
  }

  private static String marker(Kind kind) {
    return switch (kind) {
      case UPLOAD -> "/blobs/uploads";
      case MANIFEST -> "/manifests/";
      case BLOB -> "/blobs/";
      case OTHER -> "";
    };
  }

  private static long micros(String timestamp) {
    try {
      Instant instant = Instant.parse(timestamp);
      boolean counts =
          instant.getEpochSecond() >= 0 && instant.getEpochSecond() < MOST_EPOCH_SECONDS;
      require(counts, "timestamp", "between the years 1970 and 33658");
      return instant.getEpochSecond() * 1_000_000 + instant.getNano() / 1000;
    } catch (DateTimeException e) {
      throw new IllegalArgumentException("timestamp is no time of ISO 8601: " + timestamp, e);
    }
  }

  private static String text(String field, JsonToken value, JsonParser parser) throws IOException {
    require(value == JsonToken.VALUE_STRING, field, "a text");
    return parser.getText();
  }

  private static long count(String field, JsonToken value, JsonParser parser) throws IOException {
    require(value == JsonToken.VALUE_NUMBER_INT, field, "a whole number");
    long count = parser.getLongValue();
    require(count >= 0, field, "at least 0");
    return count;
  }

  private static void require(boolean isValid, String field, String what) {
    if (!isValid) {
      throw new IllegalArgumentException(field + " is not " + what);
    }
  }
}
