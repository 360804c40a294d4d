package dev.varve.input.source;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import dev.varve.input.json.ForeignJson;
import dev.varve.model.ByteStore;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.Closeable;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * The description of an archive whose files are stored apart. It is a sequence of JSON objects,
 * compressed by gzip. Each is a segment, which is a run of the archive's own bytes, or the name and
 * size of a file.
 *
 * @see <a href="https://github.com/vbatts/tar-split/blob/main/tar/storage/entry.go">tar-split,
 *     entry.go</a>
 */
final class TarSplit implements Closeable {
  /** Values of the field type of an object: a file, or a run of the archive's own bytes. */
  private static final int FILE = 1;

  private static final int SEGMENT = 2;

  /**
   * Most base64 letters of a segment, which contains headers, padding and the end of the archive: 6
   * MiB when decoded.
   */
  private static final int MOST_LETTERS = 8 << 20;

  /** Most bytes of JSON: 4 GiB. A file takes up to 1.5 KiB of JSON, so a few million files fit. */
  private static final long MOST_JSON_BYTES = 1L << 32;

  /** Most bytes of the archive: 1 PiB. No layer has as many, and sums of sizes fit a long. */
  private static final long MOST_BYTES = 1L << 50;

  private static final int MOST_DEPTH = 8;

  private final JsonParser parser;
  private long bytes;

  /**
   * A part of the archive.
   *
   * @param segment its bytes; null for a file
   * @param file its name; empty for a segment
   * @param bytes length
   */
  record Part(byte @Nullable [] segment, String file, long bytes) {}

  private TarSplit(JsonParser parser) {
    this.parser = parser;
  }

  /** Opens a description. */
  static TarSplit open(ByteStore store, String location) throws IOException {
    InputStream stored = null;
    try {
      stored = store.open(location);
      // A reader, not bytes: the parser would guess the encoding of bytes, and take some documents
      // for UTF-32.
      InputStream plain = new GZIPInputStream(stored, 1 << 16);
      return new TarSplit(
          ForeignJson.tokens(
              new InputStreamReader(plain, StandardCharsets.UTF_8),
              MOST_LETTERS,
              MOST_DEPTH,
              MOST_JSON_BYTES));
    } catch (FileNotFoundException e) {
      throw new MalformedBlobException(
          RejectReason.ABSENT, "the store has no tar-split of the layer: " + location);
    } catch (ZipException | EOFException e) {
      if (stored != null) {
        stored.close();
      }
      throw damaged(e);
    }
  }

  /** Length of the archive that a description describes. */
  static long archiveBytes(ByteStore store, String location) throws IOException {
    try (TarSplit split = open(store, location)) {
      while (split.next() != null) {
        // next() sums the bytes
      }
      return split.bytes;
    }
  }

  /** The next part; null at the end. */
  @Nullable Part next() throws IOException {
    try {
      JsonToken token = parser.nextToken();
      if (token == null) {
        return null;
      }
      if (token != JsonToken.START_OBJECT) {
        throw corrupt("no list of objects");
      }
      return part();
    } catch (StreamConstraintsException e) {
      throw new MalformedBlobException(
          RejectReason.LIMIT,
          "the tar-split of the layer is beyond a limit: " + e.getOriginalMessage());
    } catch (JsonProcessingException | ZipException | EOFException e) {
      throw damaged(e);
    }
  }

  private Part part() throws IOException {
    int type = 0;
    long size = 0;
    String name = "";
    byte[] payload = new byte[0];
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String field = parser.currentName();
      JsonToken value = parser.nextToken();
      switch (field) {
        case "type" -> type = parser.getValueAsInt();
        case "size" -> size = parser.getValueAsLong(-1);
        case "name" -> name = parser.getValueAsString("");
        case "name_raw" ->
            name = isText(value) ? new String(base64(), StandardCharsets.UTF_8) : name;
        case "payload" -> payload = isText(value) ? base64() : payload;
        default -> parser.skipChildren();
      }
    }
    if (type != FILE && type != SEGMENT) {
      throw corrupt("an entry of type " + type);
    }
    Part part =
        type == SEGMENT ? new Part(payload, "", payload.length) : new Part(null, name, size);
    if (part.bytes < 0 || part.bytes > MOST_BYTES - bytes) {
      throw corrupt("its file " + JsonDocument.cut(name) + " has " + size + " bytes");
    }
    bytes += part.bytes;
    return part;
  }

  private static boolean isText(JsonToken value) {
    return value == JsonToken.VALUE_STRING;
  }

  /** Bytes of a text, whose length the parser limits only where it is read as one. */
  private byte[] base64() throws IOException {
    try {
      return Base64.getDecoder().decode(parser.getText());
    } catch (IllegalArgumentException e) {
      throw corrupt("an entry that is no valid base64");
    }
  }

  private static MalformedBlobException damaged(IOException e) {
    String what =
        e instanceof JsonProcessingException json ? json.getOriginalMessage() : e.getMessage();
    RejectReason reason = e instanceof EOFException ? RejectReason.TRUNCATED : RejectReason.CORRUPT;
    return new MalformedBlobException(reason, "the tar-split of the layer is damaged: " + what);
  }

  private static MalformedBlobException corrupt(String what) {
    return new MalformedBlobException(
        RejectReason.CORRUPT, "the tar-split of the layer is damaged: " + what);
  }

  @Override
  public void close() throws IOException {
    parser.close();
  }
}
