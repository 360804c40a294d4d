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
  private final List<LayerObserver> all = new ArrayList<>();

  /** Adds an observer, which is closed with this object. */
  public void add(LayerObserver observer) {
    all.add(observer);
  }

  @Override
  public void archive(byte[] buffer, int from, int length) throws IOException {
    for (LayerObserver one : all) {
      one.archive(buffer, from, length);
    }
  }

  @Override
  public void inflated(long archiveOffset, long blobOffset) {
    for (LayerObserver one : all) {
      one.inflated(archiveOffset, blobOffset);
    }
  }

  @Override
  public void framing(long archiveOffset, byte[] buffer, int from, int length) throws IOException {
    for (LayerObserver one : all) {
      one.framing(archiveOffset, buffer, from, length);
    }
  }

  @Override
  public void begin(TarEntry entry, EntryKind kind, BlobOffsets offsets) throws IOException {
    for (LayerObserver one : all) {
      one.begin(entry, kind, offsets);
    }
  }

  @Override
  public void content(byte[] buffer, int from, int length) throws IOException {
    for (LayerObserver one : all) {
      one.content(buffer, from, length);
    }
  }

  @Override
  public void end(FileEntry row, long archiveEnd) throws IOException {
    for (LayerObserver one : all) {
      one.end(row, archiveEnd);
    }
  }

  @Override
  public void stored(FileEntry row) throws IOException {
    for (LayerObserver one : all) {
      one.stored(row);
    }
  }

  @Override
  public void finish(long archiveBytes, long blobBytes) throws IOException {
    for (LayerObserver one : all) {
      one.finish(archiveBytes, blobBytes);
    }
  }

  @Override
  public long nanos() {
    return all.stream().mapToLong(LayerObserver::nanos).sum();
  }

  @Override
  public Map<String, Long> times() {
    Map<String, Long> times = new HashMap<>();
    all.forEach(one -> times.putAll(one.times()));
    return times;
  }

  @Override
  public void close() throws IOException {
    IOException fault = null;
    for (LayerObserver one : all) {
      try {
        one.close();
      } catch (IOException e) {
        fault = e;
      }
    }
    if (fault != null) {
      throw fault;
    }
  }
}
