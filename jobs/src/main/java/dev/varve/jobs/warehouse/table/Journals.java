package dev.varve.jobs.warehouse.table;

import dev.varve.jobs.store.Locations;
import dev.varve.jobs.store.Store;
import dev.varve.model.ByteStore.Item;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The journals of a warehouse. A journal lists the files of one publication. Journals of decided
 * publications that may not be carried out yet are in {@code commits}, in a folder with the number
 * of their writer's lock. Journals of carried-out publications are kept in {@code published}; they
 * state the expected length, rows and checksum of every file.
 *
 * @param folder the folder {@code W/.varve}
 * @param finalNames whether files are written under their final names. A journal is then published
 *     as soon as it exists, as {@code NUMBER.moves}, and numbers follow one another.
 */
record Journals(Store store, String folder, boolean finalNames) {
  static final String IDENTITY = "identity";

  /** Suffix of a folder of {@code commits} whose writer has lost the lock to a later writer. */
  static final String ENDED_SUFFIX = ".ended";

  /** The number that a published journal's name begins with. */
  private static final Pattern NUMBER = Pattern.compile("^\\d{1,18}");

  private static final Pattern FOLDER =
      Pattern.compile("\\d{1,18}(" + Pattern.quote(ENDED_SUFFIX) + ")?");

  String commits() {
    return Locations.in(folder, "commits");
  }

  String published() {
    return Locations.in(folder, "published");
  }

  /**
   * The path of a journal after it is carried out. The name begins with the number of the writer's
   * lock, so that names sort in the order of publication, even if the clock was changed.
   */
  String published(String journal) {
    long number = numberOf(Locations.folder(journal));
    return Locations.in(published(), String.format("%010d-%s", number, Locations.name(journal)));
  }

  /** The folders of writers in {@code commits}, sorted by lock number. */
  List<String> folders() throws IOException {
    List<String> folders = list(commits());
    // Other entries, such as files that a file manager leaves, are not journals.
    folders.removeIf(folder -> !isWriterFolder(folder));
    folders.sort(Comparator.comparing(Journals::numberOf));
    return folders;
  }

  /**
   * The journals of publications that may not be carried out yet, in the order in which they were
   * decided.
   */
  List<String> pending() throws IOException {
    List<String> pending = new ArrayList<>();
    for (String folder : folders()) {
      pending.addAll(in(folder));
    }
    return pending;
  }

  /**
   * The journals of publications that were carried out, in the order of publication. The first one
   * may be a checkpoint.
   */
  List<String> done() throws IOException {
    List<String> done = in(published());
    Optional<String> checkpoint =
        list(published()).stream()
            .filter(file -> Locations.name(file).endsWith(Journal.CHECKPOINT_SUFFIX))
            .max(Comparator.comparing(Journals::base));
    checkpoint.ifPresent(
        first -> {
          done.removeIf(journal -> base(journal).compareTo(base(first)) <= 0);
          done.add(0, first);
        });
    return finalNames ? withMissing(done) : done;
  }

  /**
   * All journals and checkpoints that a checkpoint replaces.
   *
   * @param checkpoint one of {@link #done}
   */
  List<String> replacedBy(String checkpoint) throws IOException {
    List<String> replaced = list(published());
    replaced.removeIf(
        file -> file.equals(checkpoint) || base(file).compareTo(base(checkpoint)) > 0);
    return replaced;
  }

  private static String base(String journal) {
    String name = Locations.name(journal);
    return name.substring(0, Math.max(0, name.lastIndexOf('.')));
  }

  /** Path of the checkpoint that replaces a journal and all before it. */
  static String checkpoint(String journal) {
    return Locations.in(Locations.folder(journal), base(journal) + Journal.CHECKPOINT_SUFFIX);
  }

  /** Adds journals that a list of the folder lacks, as it may be older than the folder. */
  private List<String> withMissing(List<String> listed) throws IOException {
    List<String> all = new ArrayList<>();
    long expected = listed.isEmpty() ? 1 : numberIn(listed.get(0));
    for (String journal : listed) {
      long number = numberIn(journal);
      while (expected < number) {
        addIfThere(numbered(expected++), all);
      }
      all.add(journal);
      expected = number + 1;
    }
    while (addIfThere(numbered(expected), all)) {
      expected++;
    }
    return all;
  }

  private boolean addIfThere(String journal, List<String> all) throws IOException {
    return store.find(journal).isPresent() && all.add(journal);
  }

  /** Path of a journal in an object store. */
  String numbered(long number) {
    return Locations.in(published(), "%010d%s".formatted(number, Journal.SUFFIX));
  }

  /** A number larger than those that names of published journals begin with. */
  long nextNumber() throws IOException {
    List<String> done = done();
    return done.isEmpty() ? 1 : numberIn(done.get(done.size() - 1)) + 1;
  }

  private static long numberIn(String published) {
    Matcher number = NUMBER.matcher(Locations.name(published));
    return number.find() ? Long.parseLong(number.group()) : 0;
  }

  /**
   * The journals of a folder in the order of their names, which is the order in which they were
   * decided.
   */
  List<String> in(String folder) throws IOException {
    List<String> journals = list(folder);
    journals.removeIf(file -> !Locations.name(file).endsWith(Journal.SUFFIX));
    journals.sort(Comparator.comparing(Locations::name));
    return journals;
  }

  /**
   * Reads a journal.
   *
   * @throws FileNotFoundException when the journal was carried out, and so moved, meanwhile
   * @throws IOException when the file is not a journal of this warehouse
   */
  Journal read(String file) throws IOException {
    return Journal.read(file, text(file), identity());
  }

  /**
   * Reads journals, and reports only the last move of each file.
   *
   * @param journals the journals, in the order in which they were decided
   * @param last receives the last move of each file, by its name relative to the warehouse
   */
  void readLast(List<String> journals, BiConsumer<String, Journal.Move> last) throws IOException {
    String identity = journals.isEmpty() ? "" : identity();
    Set<String> seen = new HashSet<>();
    for (int index = journals.size() - 1; index >= 0; index--) {
      String file = journals.get(index);
      Journal journal = Journal.read(file, text(file), identity, to -> !seen.contains(to));
      for (int line = journal.moves().size() - 1; line >= 0; line--) {
        Journal.Move move = journal.moves().get(line);
        String name = move.isRemoval() ? move.from() : move.to();
        if (seen.add(name)) {
          last.accept(name, move);
        }
      }
    }
  }

  /**
   * A random identity shared by this warehouse and its copies alone; empty before its first writer.
   */
  String identity() throws IOException {
    try {
      return text(Locations.in(folder, IDENTITY)).trim();
    } catch (FileNotFoundException e) {
      return "";
    }
  }

  /** Whether a folder has the name of a writer's folder: a lock number. */
  static boolean isWriterFolder(String folder) {
    return FOLDER.matcher(Locations.name(folder)).matches();
  }

  /** The number of the lock under which the writer of a folder worked. */
  static long numberOf(String folder) {
    return Long.parseLong(Locations.name(folder).replace(ENDED_SUFFIX, ""));
  }

  private String text(String file) throws IOException {
    return store.text(file);
  }

  private List<String> list(String folder) throws IOException {
    return new ArrayList<>(store.entries(folder).stream().map(Item::location).toList());
  }
}
