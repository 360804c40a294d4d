package dev.varve.jobs.schema;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The {@code .sql} files of module schemas, by folder and name. */
public final class SqlFiles {
  private static final String ROOT = "/dev/varve/schemas/";

  private SqlFiles() {}

  /**
   * All files of a folder (such as tables, checks or reports), name without ending to text, sorted.
   */
  public static Map<String, String> folder(String folder) {
    URL url = SqlFiles.class.getResource(ROOT + folder);
    if (url == null) {
      return Map.of();
    }
    try {
      if (url.getProtocol().equals("jar")) {
        try (FileSystem jar = FileSystems.newFileSystem(url.toURI(), Map.of())) {
          return read(jar.getPath(ROOT + folder));
        }
      }
      return read(Path.of(url.toURI()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** One file's text. */
  public static String text(String folder, String name) {
    try (InputStream in = SqlFiles.class.getResourceAsStream(ROOT + folder + "/" + name + ".sql")) {
      if (in == null) {
        throw new IllegalArgumentException("there is no " + folder + "/" + name + ".sql");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The prose that opens a file: its first comment lines, without their dashes, up to the header if
   * there is one.
   */
  public static List<String> heading(String text) {
    return opening(text).takeWhile(line -> !line.isEmpty()).toList();
  }

  /**
   * The header of a file, which stands after an empty comment line behind the prose: a line {@code
   * -- key: value, value}, or {@code -- key} alone, each. In the order of the lines; what a key
   * that comes again says is added.
   */
  public static Map<String, List<String>> header(String text) {
    Map<String, List<String>> header = new LinkedHashMap<>();
    opening(text)
        .dropWhile(line -> !line.isEmpty())
        .filter(line -> !line.isEmpty())
        .forEach(
            line -> {
              String[] parts = line.split(":\\s*", 2);
              List<String> values = header.computeIfAbsent(parts[0], key -> new ArrayList<>());
              if (parts.length > 1) {
                values.addAll(List.of(parts[1].strip().split("\\s*,\\s*")));
              }
            });
    return header;
  }

  private static Stream<String> opening(String text) {
    return text.lines()
        .takeWhile(line -> line.startsWith("--"))
        .map(line -> line.substring(2).strip());
  }

  private static Map<String, String> read(Path folder) throws IOException {
    Map<String, String> texts = new TreeMap<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        String name = file.getFileName().toString();
        if (name.endsWith(".sql")) {
          texts.put(name.substring(0, name.length() - 4), Files.readString(file));
        }
      }
    }
    return texts;
  }
}
