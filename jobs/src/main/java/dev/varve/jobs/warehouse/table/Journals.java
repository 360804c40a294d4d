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
 * of their writer's lock. Journals of carried-out publications are kept in {@code published}, or in
 * folders of a thousand there; they state the expected length, rows and checksum of every file.
 *
 * @param folder the folder {@code W/.varve}
 * @param layout says which journals are published
 */
record Journals(Store store, String folder, Layout layout) {
  static final String IDENTITY = "identity";

  /** Suffix of a folder of {@code commits} whose writer has lost the lock to a later writer. */
  static final String ENDED_SUFFIX = ".ended";

  /** Name of a journal that has a number of its own, as in an object store. */
  private static final Pattern NUMBERED = Pattern.compile("\\d+" + Pattern.quote(Journal.SUFFIX));

  /** The number that a published journal's name begins with. */
  private static final Pattern NUMBER = Pattern.compile("^\\d{1,18}");

  private static final int THOUSAND_DIGITS = 7;
  private static final Pattern THOUSAND = Pattern.compile("\\d{" + THOUSAND_DIGITS + "}");

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
    List<Item> entries = store.entries(published());
    Optional<String> checkpoint =
        entries.stream()
            .map(Item::location)
            .filter(Journals::isCheckpoint)
            .max(Comparator.comparing(Journals::base));
    String replaced = checkpoint.map(Journals::base).orElse("");
    List<String> done = new ArrayList<>();
    for (Item entry : entries) {
      if (entry.name().endsWith(Journal.SUFFIX)) {
        done.add(entry.location());
      } else if (THOUSAND.matcher(entry.name()).matches()
          && entry.name().compareTo(thousand(replaced)) >= 0) {
        done.addAll(in(entry.location()));
      }
    }
    done.removeIf(journal -> base(journal).compareTo(replaced) <= 0);
    done.sort(Comparator.comparing(Locations::name));
    checkpoint.ifPresent(first -> done.add(0, first));
    return layout.complete(done, this);
  }

  /** Folder of the journals whose numbers have these digits and three more. */
  private static String thousand(String number) {
    return number.substring(0, Math.min(THOUSAND_DIGITS, number.length()));
  }

  /**
   * All journals and checkpoints that a checkpoint replaces, and folders of such.
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
  String checkpoint(String journal) {
    return Locations.in(published(), base(journal) + Journal.CHECKPOINT_SUFFIX);
  }

  /**
   * Path of a journal that is published under a number of its own. Every thousand numbers have a
   * folder, so that readers list none whose journals a checkpoint replaced.
   */
  String numbered(long number) {
    String name = "%010d%s".formatted(number, Journal.SUFFIX);
    return Locations.in(Locations.in(published(), thousand(name)), name);
  }

  /** A number larger than those that names of published journals begin with. */
  long nextNumber() throws IOException {
    List<String> done = done();
    return done.isEmpty() ? 1 : numberIn(done.get(done.size() - 1)) + 1;
  }

  /** The number that the name of a published journal begins with. */
  static long numberIn(String published) {
    Matcher number = NUMBER.matcher(Locations.name(published));
    return number.find() ? Long.parseLong(number.group()) : 0;
  }

  /** Whether a published journal has a number of its own. */
  static boolean isNumbered(String journal) {
    return NUMBERED.matcher(Locations.name(journal)).matches();
  }

  static boolean isCheckpoint(String journal) {
    return journal.endsWith(Journal.CHECKPOINT_SUFFIX);
  }

  /**
   * The fault of a journal that neither a list nor a look for it finds.
   *
   * @param later a file that is there only if the journal was
   */
  IOException missing(long number, String later) throws IOException {
    return new IOException(
        "journal %s is missing, although %s is there: rows that it published would be lost. Try again; if it stays missing, put it back from a copy or an earlier version. If no run of Varve wrote the other file, move that away. %s"
            .formatted(numbered(number), later, Journal.remedy(identity())));
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
    return Journal.read(file, text(file), owner());
  }

  /**
   * Reads journals, and reports only the last move of each file.
   *
   * @param journals the journals, in the order in which they were decided
   * @param last receives the last move of each file, by its name relative to the warehouse
   */
  void readLast(List<String> journals, BiConsumer<String, Journal.Move> last) throws IOException {
    String identity = journals.isEmpty() ? "" : owner();
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

  /** The identity, where there are journals; fails if it is not there. */
  String owner() throws IOException {
    String identity = identity();
    if (identity.isEmpty()) {
      throw new IOException(
          "%s is missing or empty, although there are journals. Try again; if it stays so, put it back from a copy. Its text follows the words \"of warehouse\" in the first line of each file of %s"
              .formatted(Locations.in(folder, IDENTITY), published()));
    }
    return identity;
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
