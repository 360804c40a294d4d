package dev.varve.input.codec;

import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** The decoder that is always there: the JDK's. */
final class JdkInflation implements Inflation {
  private final Inflater inflater = new Inflater(true);

  @Override
  public void feed(byte[] buffer, int from, int length) {
    inflater.setInput(buffer, from, length);
  }

  @Override
  public int inflate(byte[] buffer, int from, int length) throws DataFormatException {
    return inflater.inflate(buffer, from, length); // raw DEFLATE needs no dictionary
  }

  @Override
  public boolean finished() {
    return inflater.finished();
  }

  @Override
  public int unused() {
    return inflater.getRemaining();
  }

  @Override
  public void reset() {
    inflater.reset();
  }

  @Override
  public void close() {
    inflater.end();
  }
}
