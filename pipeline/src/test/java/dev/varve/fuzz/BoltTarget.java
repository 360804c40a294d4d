package dev.varve.fuzz;

import dev.varve.input.digest.Digests;
import dev.varve.input.source.StoreReads;
import dev.varve.model.MalformedBlobException;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The database of containerd: names of images in a tree of pages. */
final class BoltTarget implements FuzzTarget {
  @Override
  public boolean accepts(byte[] data) throws IOException {
    try {
      Map<String, Set<String>> names = StoreReads.names(data);
      names
          .keySet()
          .forEach(digest -> Checks.holds(Digests.isDigest(digest), "names lead to digests"));
      Checks.holds(names.equals(StoreReads.names(data)), "a second reading is the same");
      return !names.isEmpty();
    } catch (MalformedBlobException e) {
      Checks.holds(!e.explanation().isBlank(), "a fault has words");
      return false;
    }
  }

  @Override
  public List<byte[]> seeds() throws IOException {
    byte[] whole = StoreReads.database();
    byte[] torn = whole.clone();
    torn[16 + 40] ^= 1;
    return List.of(whole, torn, Arrays.copyOf(whole, whole.length / 2));
  }
}
