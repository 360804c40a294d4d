package dev.varve.content.recipe;

import dev.varve.input.tar.LayerObserver;
import dev.varve.input.tar.TarEntry;
import dev.varve.model.EntryKind;
import dev.varve.model.FileEntry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Several observers of a layer as one; each event goes to all, in the order they were added in. */
public final class LayerObservers implements LayerObserver {
  private final List<LayerObserver> observers = new ArrayList<>();

  /** Adds an observer, which is closed with this object. */
  public void add(LayerObserver observer) {
    observers.add(observer);
  }

  @Override
  public void archive(byte[] buffer, int from, int length) throws IOException {
    for (LayerObserver observer : observers) {
      observer.archive(buffer, from, length);
    }
  }

  @Override
  public void inflated(long archiveOffset, long blobOffset) {
    for (LayerObserver observer : observers) {
      observer.inflated(archiveOffset, blobOffset);
    }
  }

  @Override
  public void framing(long archiveOffset, byte[] buffer, int from, int length) throws IOException {
    for (LayerObserver observer : observers) {
      observer.framing(archiveOffset, buffer, from, length);
    }
  }

  @Override
  public void begin(TarEntry entry, EntryKind kind, BlobOffsets offsets) throws IOException {
    for (LayerObserver observer : observers) {
      observer.begin(entry, kind, offsets);
    }
  }

  @Override
  public void content(byte[] buffer, int from, int length) throws IOException {
    for (LayerObserver observer : observers) {
      observer.content(buffer, from, length);
    }
  }

  @Override
  public void end(FileEntry row, long archiveEnd) throws IOException {
    for (LayerObserver observer : observers) {
      observer.end(row, archiveEnd);
    }
  }

  @Override
  public void stored(FileEntry row) throws IOException {
    for (LayerObserver observer : observers) {
      observer.stored(row);
    }
  }

  @Override
  public void finish(long archiveBytes, long blobBytes) throws IOException {
    for (LayerObserver observer : observers) {
      observer.finish(archiveBytes, blobBytes);
    }
  }

  @Override
  public long nanos() {
    return observers.stream().mapToLong(LayerObserver::nanos).sum();
  }

  @Override
  public Map<String, Long> times() {
    Map<String, Long> times = new HashMap<>();
    observers.forEach(observer -> times.putAll(observer.times()));
    return times;
  }

  @Override
  public void close() throws IOException {
    IOException fault = null;
    for (LayerObserver observer : observers) {
      try {
        observer.close();
      } catch (IOException e) {
        fault = e;
      }
    }
    if (fault != null) {
      throw fault;
    }
  }
}
