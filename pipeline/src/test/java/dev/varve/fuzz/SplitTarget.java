package dev.varve.fuzz;

import dev.varve.input.source.MemoryStore;
import dev.varve.input.source.StoreReads;
import dev.varve.model.MalformedBlobException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The description of an archive whose files a store has unpacked. */
final class SplitTarget implements FuzzTarget {
  private static final byte[] CONTENT = "content".getBytes(StandardCharsets.US_ASCII);

  @Override
  public boolean accepts(byte[] data) throws IOException {
    MemoryStore store =
        new MemoryStore()
            .put("diff/a", CONTENT)
            .put("diff/b/c", new byte[70_000])
            .put("secret", "secret");
    String lines = new String(data, StandardCharsets.UTF_8);
    try (InputStream in = StoreReads.unpacked(store, lines)) {
      byte[] archive = in.readAllBytes();
      String text = new String(archive, StandardCharsets.ISO_8859_1);
      Checks.holds(!text.contains("secret") || lines.contains("c2Vjcm"), "no file outside is read");
      return archive.length > 0;
    } catch (MalformedBlobException e) {
      Checks.holds(!e.explanation().isBlank(), "a fault has words");
      return false;
    }
  }

  @Override
  public List<byte[]> seeds() {
    return List.of(
        StoreReads.splitOf("a", 7).getBytes(StandardCharsets.UTF_8),
        StoreReads.splitOf("./b/c", 70_000).getBytes(StandardCharsets.UTF_8),
        StoreReads.splitOf("../secret", 6).getBytes(StandardCharsets.UTF_8),
        "{\"type\":1,\"name_raw\":\"Yg==\",\"size\":0,\"payload\":null}"
            .getBytes(StandardCharsets.UTF_8));
  }
}
