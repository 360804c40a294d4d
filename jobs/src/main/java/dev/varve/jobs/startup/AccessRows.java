package dev.varve.jobs.startup;

import dev.varve.jobs.file.Locations;
import dev.varve.jobs.row.RowBinder;
import dev.varve.jobs.store.HadoopStore;
import dev.varve.model.MalformedBlobException;
import dev.varve.request.TraceFiles;
import dev.varve.startup.Access;
import dev.varve.startup.AccessList;
import dev.varve.startup.AccessSource;
import dev.varve.startup.StraceText;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.SerializableConfiguration;
import org.jspecify.annotations.Nullable;

/** The lines of access lists as rows; one list is one task. */
final class AccessRows implements Iterator<Row> {
  private static final RowBinder<Listed> LISTED = RowBinder.of("listed", Listed.class);

  /** Columns of the rows. */
  static final StructType COLUMNS = LISTED.schema();

  private final String list;
  private final AccessSource source;
  private AccessSource.@Nullable Line next;

  /**
   * A file to read.
   *
   * @param list its location
   * @param image of a text of strace; null for a CSV
   */
  record ListFile(String list, @Nullable String image) implements Serializable {}

  private record Listed(
      String list,
      long line,
      @Nullable String image,
      @Nullable String run,
      @Nullable String path,
      @Nullable Long offset,
      @Nullable Long bytes,
      @Nullable String fault) {}

  private AccessRows(String list, AccessSource source) {
    this.list = list;
    this.source = source;
    next = read();
  }

  /**
   * The files of the settings, each once.
   *
   * @throws MalformedBlobException when one is absent or no file, or does not name its columns
   */
  static List<ListFile> files(StartupSettings settings, Configuration hadoop) throws IOException {
    HadoopStore store = new HadoopStore(hadoop);
    List<ListFile> files = new ArrayList<>();
    for (String place : settings.accesses()) {
      for (String file : TraceFiles.of(store, List.of(Locations.of(place, hadoop).toString()))) {
        checkColumns(file, hadoop);
        files.add(new ListFile(file, null));
      }
    }
    for (StartupSettings.Trace trace : settings.traces()) {
      for (String file :
          TraceFiles.of(store, List.of(Locations.of(trace.location(), hadoop).toString()))) {
        files.add(new ListFile(file, trace.image()));
      }
    }
    return files.stream().distinct().toList();
  }

  private static void checkColumns(String file, Configuration hadoop) throws IOException {
    try (Reader text = text(file, StandardCharsets.ISO_8859_1, hadoop);
        AccessList list = new AccessList(text)) {
      list.next();
    } catch (MalformedBlobException e) {
      throw new MalformedBlobException(e.reason(), e.offset(), file + ": " + e.explanation());
    }
  }

  /** The rows of a file; the run of a text of strace is the file's name. */
  static Iterator<Row> of(ListFile file, SerializableConfiguration hadoop) {
    try {
      Reader text = text(file.list(), StandardCharsets.ISO_8859_1, hadoop.value());
      String image = file.image();
      return new AccessRows(
          file.list(),
          image == null
              ? new AccessList(text)
              : new StraceText(
                  text, image, file.list().substring(file.list().lastIndexOf('/') + 1)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A file as text. */
  static Reader text(String location, Charset charset, Configuration hadoop) throws IOException {
    return new BufferedReader(
        new InputStreamReader(new HadoopStore(hadoop).open(location, 0, -1), charset));
  }

  private AccessSource.@Nullable Line read() {
    try {
      AccessSource.Line line = source.next();
      if (line == null) {
        source.close();
      }
      return line;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public boolean hasNext() {
    return next != null;
  }

  @Override
  public Row next() {
    AccessSource.Line line = next;
    if (line == null) {
      throw new NoSuchElementException();
    }
    next = read();
    Access access = line.access();
    return LISTED.row(
        access == null
            ? new Listed(list, line.line(), null, null, null, null, null, line.fault())
            : new Listed(
                list,
                line.line(),
                access.image(),
                access.run(),
                access.path(),
                access.offset(),
                access.bytes(),
                null));
  }
}
