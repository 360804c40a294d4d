package dev.varve.jobs.warehouse.schema;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The {@code .sql} files of module schemas, by folder and name. */
public final class SqlFiles {
  private static final String ROOT = "/dev/varve/schemas/";
  private static final String SUFFIX = ".sql";

  /** A note: indented, {@code -- column: meaning}, and further lines that are indented more. */
  private static final Pattern NOTE =
      Pattern.compile("^ +-- (\\w+: .*(?:\\n +--   .*)*)", Pattern.MULTILINE);

  private static final Pattern CONTINUATION = Pattern.compile("\\n +-- +");

  private static final Map<String, Map<String, String>> FOLDERS = new ConcurrentHashMap<>();

  private SqlFiles() {}

  /**
   * All files of a folder (such as tables, checks or reports): name without {@code .sql} to text,
   * sorted by name.
   */
  public static Map<String, String> folder(String folder) {
    return FOLDERS.computeIfAbsent(folder, SqlFiles::read);
  }

  /** One file's text. */
  public static String text(String folder, String name) {
    try (InputStream in = SqlFiles.class.getResourceAsStream(ROOT + folder + "/" + name + SUFFIX)) {
      if (in == null) {
        throw new IllegalArgumentException("there is no " + folder + "/" + name + ".sql");
      }
      return FormatLists.filled(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The prose of a file: its first comment lines, without their dashes, up to the header if there
   * is one, and then its notes.
   */
  public static List<String> heading(String text) {
    return Stream.concat(
            openingComment(text).takeWhile(line -> !line.isEmpty()), notes(text).stream())
        .toList();
  }

  /** The meanings of columns, a line each, from the comments that stand above them. */
  public static List<String> notes(String text) {
    return NOTE.matcher(text)
        .results()
        .map(note -> CONTINUATION.matcher(note.group(1)).replaceAll(" "))
        .toList();
  }

  /**
   * The header of a file: key to values, in the order of the lines. The header follows an empty
   * comment line after the prose. Each line is {@code -- key: value, value}, or {@code -- key}
   * alone. If a key is repeated, its values are joined.
   */
  public static Map<String, List<String>> header(String text) {
    Map<String, List<String>> header = new LinkedHashMap<>();
    openingComment(text)
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

  /**
   * A text without its comment lines, so that words in comments are not mistaken for names of
   * tables.
   */
  public static String withoutComments(String text) {
    return text.lines()
        .filter(line -> !line.strip().startsWith("--"))
        .collect(Collectors.joining("\n"));
  }

  private static Stream<String> openingComment(String text) {
    return text.lines()
        .takeWhile(line -> line.startsWith("--"))
        .map(line -> line.substring(2).strip());
  }

  private static Map<String, String> read(String folder) {
    URL url = SqlFiles.class.getResource(ROOT + folder);
    SortedMap<String, String> texts = new TreeMap<>();
    try {
      if (url != null && url.openConnection() instanceof JarURLConnection connection) {
        JarFile jar = connection.getJarFile(); // not closed here: the class loader uses it
        String prefix = connection.getEntryName() + "/";
        for (JarEntry entry : (Iterable<JarEntry>) jar.stream()::iterator) {
          if (entry.getName().startsWith(prefix)) {
            try (InputStream in = jar.getInputStream(entry)) {
              add(texts, entry.getName().substring(prefix.length()), in);
            }
          }
        }
      } else if (url != null) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(Path.of(url.toURI()))) {
          for (Path file : files) {
            try (InputStream in = Files.newInputStream(file)) {
              add(texts, file.getFileName().toString(), in);
            }
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
    return Collections.unmodifiableSortedMap(texts);
  }

  private static void add(Map<String, String> texts, String name, InputStream in)
      throws IOException {
    if (name.endsWith(SUFFIX)) {
      texts.put(
          name.substring(0, name.length() - SUFFIX.length()),
          FormatLists.filled(new String(in.readAllBytes(), StandardCharsets.UTF_8)));
    }
  }
}
