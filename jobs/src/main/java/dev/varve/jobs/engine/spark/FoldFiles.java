package dev.varve.jobs.engine.spark;

import dev.varve.jobs.engine.Output;
import dev.varve.jobs.parquet.RowFile;
import dev.varve.jobs.row.Binder;
import java.io.Closeable;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Files that one task writes what a fold emits to, one for each of its outputs that has rows. */
final class FoldFiles implements Consumer<Record>, Closeable {
  private final Map<Class<?>, Output> outputs = new HashMap<>();
  private final Map<Class<?>, Rows> open = new HashMap<>();
  private final String folder;
  private final long attempt;
  private final Configuration hadoop;

  private record Rows(String view, Binder<?> binder, RowFile file) {}

  /**
   * What was written.
   *
   * @param files by the view of their output
   */
  record Written(Map<String, String> files) implements Serializable {
    List<String> of(String view) {
      String file = files.get(view);
      return file == null ? List.of() : List.of(file);
    }
  }

  FoldFiles(List<Output> outputs, String folder, long attempt, Configuration hadoop) {
    outputs.forEach(output -> this.outputs.put(output.type(), output));
    this.folder = folder;
    this.attempt = attempt;
    this.hadoop = hadoop;
  }

  @Override
  public void accept(Record record) {
    try {
      Rows rows = open.get(record.getClass());
      if (rows == null) {
        rows = open(record.getClass());
      }
      rows.file().add(rows.binder().untyped(record));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Rows open(Class<?> type) throws IOException {
    Output output = outputs.get(type);
    if (output == null) {
      throw new IllegalArgumentException("the fold has no output for " + type);
    }
    Binder<?> binder = Binder.of(output.type());
    Path path = new Path(folder, "%s-%d.parquet".formatted(output.view(), attempt));
    Rows rows = new Rows(output.view(), binder, RowFile.ofScratch(binder.columns(), path, hadoop));
    open.put(type, rows);
    return rows;
  }

  Written written() {
    Map<String, String> files = new HashMap<>();
    open.values().forEach(rows -> files.put(rows.view(), rows.file().written().path()));
    return new Written(files);
  }

  @Override
  public void close() throws IOException {
    for (Rows rows : open.values()) {
      rows.file().close();
    }
  }
}
