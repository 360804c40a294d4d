package dev.varve.jobs.sharing;

import java.io.IOException;

/** Stages derived tables, by an engine. */
interface DerivedTables {
  /** {@code file_sharing}, {@code file_bundle} and {@code file_origin}. */
  void addFiles() throws IOException;

  /** Computes view {@code file_names}, the rows of {@code file_path}, once for the next two. */
  void nameFiles() throws IOException;

  /** {@code file_path}. */
  void addPaths() throws IOException;

  /** {@code file_compression}. */
  void addCompression() throws IOException;

  /** {@code chunk_sharing} and {@code chunk_bundle}. */
  void addChunks() throws IOException;

  /** {@code content_dedup}. */
  void addContents() throws IOException;
}
