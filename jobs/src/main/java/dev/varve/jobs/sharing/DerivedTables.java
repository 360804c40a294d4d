package dev.varve.jobs.sharing;

import java.io.IOException;

/** Stages derived tables, by an engine. */
interface DerivedTables {
  /** {@code file_sharing}, {@code file_bundle} and {@code file_origin}. */
  void addFiles() throws IOException;

  /** {@code file_path}, whose rows stay as view {@code file_names}. */
  void addPaths() throws IOException;

  /** {@code file_compression}, by that view. */
  void addCompression() throws IOException;

  /** {@code chunk_sharing} and {@code chunk_bundle}. */
  void addChunks() throws IOException;

  /** {@code content_dedup}. */
  void addContents() throws IOException;
}
