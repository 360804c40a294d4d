package dev.varve.jobs.answer.rebuild;

import dev.varve.content.rebuild.OriginalBlob;
import dev.varve.input.source.BlobPlace;
import dev.varve.model.ByteStore;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;

/**
 * Original blob at its place in an input. A negative size of a place is unknown, and asked from the
 * store.
 */
record PlacedBlob(ByteStore store, BlobPlace place) implements OriginalBlob {
  @Override
  public long bytes() throws IOException {
    return place.bytes() >= 0
        ? place.bytes()
        : store
            .find(place.location())
            .orElseThrow(() -> new FileNotFoundException(place.location()))
            .bytes();
  }

  @Override
  public InputStream open(long offset) throws IOException {
    return place.withoutFirst(offset).open(store);
  }
}
