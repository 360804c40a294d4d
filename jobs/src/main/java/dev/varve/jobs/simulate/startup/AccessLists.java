package dev.varve.jobs.simulate.startup;

import dev.varve.input.source.ImageName;
import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.engine.Task;
import dev.varve.jobs.engine.run.Run;
import dev.varve.jobs.store.Store;
import dev.varve.jobs.warehouse.parquet.ScratchFiles;
import dev.varve.jobs.warehouse.row.Binder;
import dev.varve.model.MalformedBlobException;
import dev.varve.simulation.request.TraceFiles;
import dev.varve.simulation.startup.Access;
import dev.varve.simulation.startup.AccessList;
import dev.varve.simulation.startup.AccessSource;
import dev.varve.simulation.startup.StraceText;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.Serializable;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Access lists, each of which is read by a task.
 *
 * @param files the distinct files
 */
record AccessLists(List<ListFile> files) {
  private static final String LISTED = "listed";

  /**
   * A file to read.
   *
   * @param list its location
   * @param image image whose start a text of strace recorded; null for a CSV file, which names its
   *     images
   */
  record ListFile(String list, @Nullable String image) implements Serializable {
    /** The lines; the run of a text of strace is the file's name. */
    private AccessSource open(Store store) throws IOException {
      Reader text = text(list, StandardCharsets.ISO_8859_1, store);
      return image == null
          ? new AccessList(text)
          : new StraceText(text, image, list.substring(list.lastIndexOf('/') + 1));
    }
  }

  /**
   * A line of an access list.
   *
   * @param list location of the list
   * @param line its number, from 1
   * @param access null in a faulty line
   * @param familiar the name of the image in the form that tables have
   * @param fault why the line cannot be used; null in a good one
   */
  private record Listed(
      String list,
      long line,
      @Nullable Access access,
      @Nullable String familiar,
      @Nullable String fault) {
    static Listed of(String list, AccessSource.Line line) {
      Access access = line.access();
      ImageName name = access == null ? null : ImageName.parse(access.image());
      return new Listed(list, line.line(), access, name == null ? null : name.text(), line.fault());
    }
  }

  /**
   * The lists of the settings.
   *
   * @throws MalformedBlobException when one is absent or no file, or does not name its columns
   */
  static AccessLists of(StartupSettings settings, Store store) throws IOException {
    List<ListFile> files = new ArrayList<>();
    for (String location : settings.accesses()) {
      for (String file : files(location, store)) {
        ListFile list = new ListFile(file, null);
        requireColumns(list, store);
        files.add(list);
      }
    }
    for (StartupSettings.Trace trace : settings.strace()) {
      for (String file : files(trace.location(), store)) {
        files.add(new ListFile(file, trace.image()));
      }
    }
    return new AccessLists(files.stream().distinct().toList());
  }

  private static List<String> files(String location, Store store) throws IOException {
    return TraceFiles.of(store, List.of(store.qualified(location)));
  }

  private static void requireColumns(ListFile file, Store store) throws IOException {
    try (AccessSource list = file.open(store)) {
      list.next();
    } catch (MalformedBlobException e) {
      throw new MalformedBlobException(
          e.reason(), e.offset(), file.list() + ": " + e.explanation());
    }
  }

  /** A file as text. */
  static Reader text(String location, Charset charset, Store store) throws IOException {
    return new BufferedReader(new InputStreamReader(store.open(location), charset));
  }

  /** Shows the lists as view {@code source}, and their lines as view {@code listed}. */
  void makeViews(Run run) throws IOException {
    Engine engine = run.engine();
    engine.records("source", ListFile.class, files);
    List<Map<String, String>> written =
        engine.tasks(files, lines(run.publication().folder().toString()));
    engine.files(
        LISTED,
        Binder.of(Listed.class).columns(),
        written.stream().flatMap(views -> views.values().stream()).toList());
  }

  private static Task<ListFile, Map<String, String>> lines(String folder) {
    return (file, context) -> {
      ScratchFiles rows =
          new ScratchFiles(
              Map.of(LISTED, Listed.class), folder, context.attempt(), context.store());
      try (rows;
          AccessSource source = file.open(context.store())) {
        for (AccessSource.Line line = source.next(); line != null; line = source.next()) {
          rows.accept(Listed.of(file.list(), line));
        }
      }
      return rows.written();
    };
  }
}
