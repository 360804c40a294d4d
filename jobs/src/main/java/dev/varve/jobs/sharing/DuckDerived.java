package dev.varve.jobs.sharing;

import dev.varve.jobs.duck.DuckRun;
import dev.varve.jobs.run.Run;
import dev.varve.jobs.schema.SqlFiles;
import dev.varve.sharing.FileOrigins;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * Derived tables by DuckDB, of any number of rows on one machine; what does not fit into its memory
 * it spills. The driver writes them.
 *
 * @param rangeBytes memory for the holders of a range of fingerprints
 */
record DuckDerived(DuckRun duck, long rangeBytes) implements DerivedTables {
  private Run run() {
    return duck.run();
  }

  @Override
  public void addFiles() throws IOException {
    run().note("deriving file_sharing, file_bundle");
    DuckDegrees degrees = new DuckDegrees(duck);
    FileOrigins origins = new FileOrigins();
    int ranges = degrees.fileRanges(rangeBytes);
    run().publication().addAll(degrees.files(degrees.owners(), origins, ranges));
    duck.drop("file_holders");
    run().publication().add("file_origin", OriginCounts.rows(origins), "origin");
  }

  @Override
  public void addChunks() throws IOException {
    run().note("deriving chunk_sharing, chunk_bundle");
    DuckDegrees degrees = new DuckDegrees(duck);
    int ranges = degrees.chunkRanges(rangeBytes);
    run().publication().addAll(degrees.chunks(ranges));
    duck.drop("chunk_holders");
  }

  @Override
  public void addCompression() throws IOException {
    run().note("deriving file_compression");
    run()
        .publication()
        .add(
            "file_compression",
            FileCompression.rows(FileCompression.ofNamed(duck)),
            "codec",
            "content_type");
  }

  @Override
  public void addPaths() throws IOException {
    run().note("deriving file_path");
    duck.keep("file_names", SqlFiles.text("derived", "file_path"), Map.of());
    List<String> order = List.of("fingerprint", "path", "content_type");
    run()
        .publication()
        .addAll(List.of(duck.sorted("file_path", "SELECT * FROM file_names", Map.of(), order)));
  }

  @Override
  public void addContents() throws IOException {
    run().note("deriving content_dedup");
    String sql = SqlFiles.text("derived", "content_dedup");
    run()
        .publication()
        .addAll(
            List.of(
                duck.sorted(
                    "content_dedup", sql, Map.of(), List.of("scope", "subject", "chunker"))));
  }
}
