package dev.varve.model;

import java.io.IOException;

/** Receives rows one by one. */
@FunctionalInterface
public interface RowSink<T> {
  /** Adds the next row. */
  void add(T row) throws IOException;
}
