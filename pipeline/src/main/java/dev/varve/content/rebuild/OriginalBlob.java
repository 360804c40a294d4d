package dev.varve.content.rebuild;

import java.io.IOException;
import java.io.InputStream;

/** A stored blob that can be read more than once. */
public interface OriginalBlob {
  /** Its length. */
  long bytes() throws IOException;

  /** A stream of the bytes from an offset on. */
  InputStream open(long offset) throws IOException;
}
