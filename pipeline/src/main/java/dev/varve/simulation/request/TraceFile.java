package dev.varve.simulation.request;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import dev.varve.input.codec.BlobStream;
import dev.varve.input.codec.Decompressor;
import dev.varve.input.codec.InflateEngine;
import dev.varve.input.json.ForeignJson;
import dev.varve.model.ByteStore;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A file of the published trace of a registry, in the memory of one entry: a JSON array of entries,
 * plain or compressed, as its first bytes say. Fields that are not needed are passed over.
 *
 * <p>Texts are read a letter a byte, so that places in messages are bytes of the inflated file.
 *
 * @see <a href="https://www.usenix.org/conference/fast18/presentation/anwar">Anwar et al.:
 *     Improving Docker registry design based on production workload analysis (FAST 2018)</a>
 */
final class TraceFile implements Closeable {
  private static final int MOST_DEPTH = 16;

  private final String location;
  private final JsonParser parser;
  private boolean isStarted;

  /** Opens it at its start. */
  TraceFile(ByteStore store, String location, TraceLimits limits) throws IOException {
    this.location = location;
    BlobStream blob = new BlobStream(store.open(location), null);
    parser =
        ForeignJson.tokens(
            new InputStreamReader(
                new Decompressor(blob, InflateEngine.fastest()), StandardCharsets.ISO_8859_1),
            limits.textLetters(),
            MOST_DEPTH,
            Long.MAX_VALUE);
  }

  /**
   * The next entry, or null at the end.
   *
   * @throws MalformedBlobException when the file is damaged; its message names the file and the
   *     place
   */
  @Nullable RegistryRequest next() throws IOException {
    try {
      require(isStarted || parser.nextToken() == JsonToken.START_ARRAY, "it is no array");
      isStarted = true;
      JsonToken token = parser.nextToken();
      if (token == JsonToken.START_OBJECT) {
        return entry();
      }
      require(token == JsonToken.END_ARRAY, "an entry is no object");
      require(parser.nextToken() == null, "something follows the array");
      return null;
    } catch (JsonProcessingException | IllegalArgumentException e) {
      throw fault(e);
    } catch (MalformedBlobException e) {
      throw new MalformedBlobException(e.reason(), e.offset(), location + ": " + e.explanation());
    }
  }

  @Override
  public void close() throws IOException {
    parser.close();
  }

  private RegistryRequest entry() throws IOException {
    RegistryEntry entry = new RegistryEntry();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      entry.take(parser);
    }
    return entry.request();
  }

  private static void require(boolean isValid, String fault) {
    if (!isValid) {
      throw new IllegalArgumentException(fault);
    }
  }

  private MalformedBlobException fault(Exception e) {
    JsonLocation place = parser.currentLocation();
    RejectReason reason =
        e instanceof StreamConstraintsException
            ? RejectReason.LIMIT
            : e instanceof JsonEOFException ? RejectReason.TRUNCATED : RejectReason.CORRUPT;
    String what =
        e instanceof JsonProcessingException json ? json.getOriginalMessage() : e.getMessage();
    return new MalformedBlobException(
        reason,
        place.getCharOffset(),
        "%s, line %d, column %d: %s"
            .formatted(location, place.getLineNr(), place.getColumnNr(), what));
  }
}
