package dev.varve.content.rebuild;

import java.io.IOException;
import java.io.InputStream;

/** A blob as it is stored, which is read more than once. */
public interface OriginalBlob {
  /** Its length. */
  long bytes() throws IOException;

  /** A stream from a byte on. */
  InputStream open(long offset) throws IOException;
}
