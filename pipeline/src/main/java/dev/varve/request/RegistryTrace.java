package dev.varve.request;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import dev.varve.codec.BlobStream;
import dev.varve.codec.Decompressor;
import dev.varve.codec.InflateEngine;
import dev.varve.model.ByteStore;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The published trace of a registry, file after file, in the memory of one entry. A file is a JSON
 * array of entries, plain or compressed, as its first bytes say. Fields that are not needed are
 * passed over.
 *
 * <p>Texts are read a letter a byte, so that places in messages are bytes of the inflated file, and
 * names of fields are not remembered, so that no file can fill the memory with them.
 *
 * @see <a href="https://www.usenix.org/conference/fast18/presentation/anwar">Anwar et al.:
 *     Improving Docker registry design based on production workload analysis (FAST 2018)</a>
 */
public final class RegistryTrace implements Closeable {
  private static final int MOST_DEPTH = 16;
  private static final int MOST_DIGITS = 64;

  private final ByteStore store;
  private final Iterator<String> locations;
  private final JsonFactory factory;
  private String location = "";
  private @Nullable JsonParser parser;

  /**
   * @param locations of files, in the order in which they are read
   */
  public RegistryTrace(ByteStore store, List<String> locations, TraceLimits limits) {
    this.store = store;
    this.locations = locations.iterator();
    factory =
        JsonFactory.builder()
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .streamReadConstraints(
                StreamReadConstraints.builder()
                    .maxStringLength(limits.textLetters())
                    .maxNameLength(limits.textLetters())
                    .maxNumberLength(MOST_DIGITS)
                    .maxNestingDepth(MOST_DEPTH)
                    .build())
            .build();
  }

  /**
   * The next entry, or null at the end of the last file.
   *
   * @throws MalformedBlobException when a file is damaged; its message names the file and the place
   */
  public @Nullable RegistryRequest next() throws IOException {
    while (parser != null || locations.hasNext()) {
      boolean atStart = parser == null;
      if (atStart) {
        location = locations.next();
      }
      JsonParser from = parser == null ? open() : parser;
      parser = from;
      try {
        require(!atStart || from.nextToken() == JsonToken.START_ARRAY, "it is no array");
        JsonToken token = from.nextToken();
        if (token == JsonToken.START_OBJECT) {
          return entry(from);
        }
        require(token == JsonToken.END_ARRAY, "an entry is no object");
        require(from.nextToken() == null, "something follows the array");
      } catch (JsonProcessingException | IllegalArgumentException e) {
        throw fault(from, e);
      } catch (MalformedBlobException e) {
        throw new MalformedBlobException(e.reason(), e.offset(), location + ": " + e.explanation());
      }
      close();
    }
    return null;
  }

  @Override
  public void close() throws IOException {
    if (parser != null) {
      parser.close();
      parser = null;
    }
  }

  private JsonParser open() throws IOException {
    BlobStream blob = new BlobStream(store.open(location, 0, -1), null);
    return factory.createParser(
        new InputStreamReader(
            new Decompressor(blob, InflateEngine.fastest()), StandardCharsets.ISO_8859_1));
  }

  private static RegistryRequest entry(JsonParser from) throws IOException {
    RegistryEntry entry = new RegistryEntry();
    while (from.nextToken() == JsonToken.FIELD_NAME) {
      entry.take(from);
    }
    return entry.request();
  }

  private static void require(boolean holds, String fault) {
    if (!holds) {
      throw new IllegalArgumentException(fault);
    }
  }

  private MalformedBlobException fault(JsonParser from, Exception e) {
    JsonLocation place = from.currentLocation();
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
