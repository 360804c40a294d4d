package dev.varve.input.source;

import dev.varve.model.ByteStore;
import dev.varve.model.MalformedBlobException;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the configs of one repository, layout or archive. Configs are not kept: few are named by
 * several images. A config that is named again is read again, until repeated reads reach {@link
 * ImageLimits#MOST_REPEATED_BYTES}.
 */
final class ConfigReader {
  private final ByteStore store;
  private final Map<BlobPlace, Long> bytes = new HashMap<>();
  private final long mostRepeatedBytes;
  private long repeatedBytes;

  ConfigReader(ByteStore store) {
    this(store, ImageLimits.MOST_REPEATED_BYTES);
  }

  ConfigReader(ByteStore store, long mostRepeatedBytes) {
    this.store = store;
    this.mostRepeatedBytes = mostRepeatedBytes;
  }

  /**
   * Reads the config at a place.
   *
   * @param digest what it should be, or null
   * @throws MalformedBlobException as {@link JsonDocument#read}, or when too much was read again
   */
  JsonDocument read(BlobPlace place, @Nullable String digest) throws IOException {
    repeatedBytes += bytes.getOrDefault(place, 0L);
    if (repeatedBytes > mostRepeatedBytes) {
      throw ImageLimits.exceeded(
          "images name configs again that have more than " + mostRepeatedBytes + " bytes together");
    }
    bytes.put(place, JsonDocument.MOST_BYTES);
    JsonDocument config = JsonDocument.read(store, place, digest);
    bytes.put(place, config.bytes());
    return config;
  }
}
