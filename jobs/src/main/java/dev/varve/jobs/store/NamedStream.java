package dev.varve.jobs.store;

import dev.varve.model.UnreadableFileException;
import java.io.IOException;
import java.io.InputStream;
import org.apache.commons.io.input.ProxyInputStream;

/** The bytes of a file, whose faults name it. */
final class NamedStream extends ProxyInputStream {
  private final String location;

  NamedStream(InputStream in, String location) {
    super(in);
    this.location = location;
  }

  @Override
  protected void handleIOException(IOException fault) throws IOException {
    throw new UnreadableFileException(location, fault);
  }
}
