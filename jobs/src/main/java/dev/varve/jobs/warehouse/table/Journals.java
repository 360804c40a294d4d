package dev.varve.jobs.warehouse.table;

import dev.varve.jobs.warehouse.file.WholeFile;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The journals of a warehouse. Those of publications that are decided and may not be carried out
 * yet are in {@code commits}, in a folder numbered as the lock of their writer. Those that are
 * carried out are kept in {@code published}, and state what every file should be.
 *
 * @param own the folder {@code W/.varve}
 */
record Journals(FileSystem system, Path own) {
  static final String IDENTITY = "identity";

  /** Suffix of a folder of {@code commits} that its writer has lost. */
  static final String ENDED = ".ended";

  private static final Pattern FOLDER = Pattern.compile("\\d{1,18}(" + Pattern.quote(ENDED) + ")?");

  Path commits() {
    return new Path(own, "commits");
  }

  Path published() {
    return new Path(own, "published");
  }

  /**
   * The place of a journal once it is carried out. Its name there begins with the number of its
   * writer's lock, so that names sort in the order of publication, whatever the clock did.
   */
  Path published(Path journal) {
    long number = numberOf(journal.getParent());
    return new Path(published(), String.format("%010d-%s", number, journal.getName()));
  }

  /** The folders of writers in {@code commits}, the earliest first. */
  List<Path> folders() throws IOException {
    List<Path> folders = list(commits());
    // Whatever else is there, such as what a file manager leaves, is nobody's journal.
    folders.removeIf(folder -> !isOfAWriter(folder));
    folders.sort(Comparator.comparing(Journals::numberOf));
    return folders;
  }

  /** The journals of publications that may not be carried out, in the order of decision. */
  List<Path> pending() throws IOException {
    List<Path> pending = new ArrayList<>();
    for (Path folder : folders()) {
      pending.addAll(in(folder));
    }
    return pending;
  }

  /** The journals of publications that were carried out, in their order. */
  List<Path> done() throws IOException {
    return in(published());
  }

  /** The journals of a folder, in the order of their names, which is that of decision. */
  List<Path> in(Path folder) throws IOException {
    List<Path> journals = list(folder);
    journals.removeIf(file -> !file.getName().endsWith(Journal.SUFFIX));
    journals.sort(Comparator.comparing(Path::getName));
    return journals;
  }

  /**
   * Reads a journal.
   *
   * @throws FileNotFoundException when it has been carried out meanwhile
   * @throws IOException when it is not one of this warehouse
   */
  Journal read(Path file) throws IOException {
    return Journal.read(file, text(file), identity());
  }

  /**
   * Reads journals and forgets what later ones changed again.
   *
   * @param all in the order of decision
   * @param last receives the last move of each file, by its name relative to the warehouse
   */
  void readLast(List<Path> all, BiConsumer<String, Journal.Move> last) throws IOException {
    String identity = all.isEmpty() ? "" : identity();
    Set<String> seen = new HashSet<>();
    for (int at = all.size() - 1; at >= 0; at--) {
      Path file = all.get(at);
      Journal journal = Journal.read(file, text(file), identity, to -> !seen.contains(to));
      for (int line = journal.moves().size() - 1; line >= 0; line--) {
        Journal.Move move = journal.moves().get(line);
        String name = move.putsAway() ? move.from() : move.to();
        if (seen.add(name)) {
          last.accept(name, move);
        }
      }
    }
  }

  /**
   * An identity that distinguishes this warehouse and its copies from others; empty before its
   * first writer.
   */
  String identity() throws IOException {
    try {
      return text(new Path(own, IDENTITY)).trim();
    } catch (FileNotFoundException e) {
      return "";
    }
  }

  /** Whether a folder is named like that of a writer. */
  static boolean isOfAWriter(Path folder) {
    return FOLDER.matcher(folder.getName()).matches();
  }

  /** The number of the lock under which the writer of a folder worked. */
  static long numberOf(Path folder) {
    return Long.parseLong(folder.getName().replace(ENDED, ""));
  }

  private String text(Path file) throws IOException {
    return WholeFile.text(system, file);
  }

  private List<Path> list(Path folder) throws IOException {
    List<Path> paths = new ArrayList<>();
    try {
      for (FileStatus status : system.listStatus(folder)) {
        paths.add(status.getPath());
      }
    } catch (FileNotFoundException e) {
      // Nothing has been written there.
    }
    return paths;
  }
}
