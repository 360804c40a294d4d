package dev.varve.jobs.warehouse.table;

import dev.varve.jobs.store.Locations;
import dev.varve.jobs.warehouse.parquet.ParquetParts;
import dev.varve.jobs.warehouse.schema.Tables;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * The renames of one publication in their order, as {@code NUMBER-NAME.moves} records them: a first
 * line with the identity of the warehouse, then a line for each file. In an object store the file
 * is {@code NUMBER.moves}, and its lines rename nothing. All paths are relative to the warehouse
 * and stay within it. So a warehouse that was moved or copied finishes its own publications, and
 * never those of another one.
 *
 * @param name name of the publication, which is a part of its files' names
 */
record Journal(String name, List<Move> moves) {
  /** Suffix of the file's name. */
  static final String SUFFIX = ".moves";

  /**
   * Suffix of a journal that replaces all journals up to the one of the same name: it lists the
   * files that these published and did not remove.
   */
  static final String CHECKPOINT_SUFFIX = ".checkpoint";

  private static final String TITLE = "varve journal 1 of warehouse ";
  private static final String WRITER = " by ";

  /** A name without characters by which an engine would read other files as well, or instead. */
  private static final String PLAIN = "/[^/*?\\[\\]{}%\\p{Cc}]+";

  private static final Pattern STAGED = Pattern.compile("\\.varve/staging/\\d+(" + PLAIN + ")+");
  private static final Pattern PUBLISHED = Pattern.compile("\\w+" + PLAIN + "\\.parquet");

  /** A file that a repair moves away, which others may have named. It is not read after that. */
  private static final Pattern REMOVED = Pattern.compile("\\w+/[^/\\p{Cntrl}]+\\.parquet");

  private static final String DAMAGED_FOLDER = ".varve/damaged/";

  /**
   * One file of a publication.
   *
   * @param from path where the file is staged, relative to the warehouse; in an object store, that
   *     where it is published
   * @param to path where the file is published, relative to the warehouse
   * @param bytes length of the file
   * @param rows number of rows of the file
   * @param tail checksum of the bytes after the last page, as in {@link ParquetParts.Facts}; -1 if
   *     unknown, as in journals of earlier versions
   */
  record Move(String from, String to, long bytes, long rows, long tail) {
    /** The table that the file is published in, or removed from by a repair. */
    String table() {
      String file = isRemoval() ? from : to;
      return file.substring(0, file.indexOf('/'));
    }

    /** Whether the move removes a file from its table, for a repair. */
    boolean isRemoval() {
      return to.startsWith(DAMAGED_FOLDER);
    }

    /** The name of the publication or repair that removes the file. */
    String remover() {
      return to.substring(DAMAGED_FOLDER.length(), to.length() - from.length() - 1);
    }

    /** The line of a file that has been published. */
    Move published() {
      return new Move(to, to, bytes, rows, tail);
    }

    /** The move that removes a published file from its table, into the folder of a repair. */
    static Move removal(String file, String repair) {
      return new Move(file, DAMAGED_FOLDER + repair + "/" + file, 0, 0, -1);
    }

    /** Whether a journal may contain this move: its paths stay within the warehouse. */
    boolean isConfined() {
      boolean isPublishing =
          PUBLISHED.matcher(to).matches() && (from.equals(to) || STAGED.matcher(from).matches());
      boolean isRemoval =
          REMOVED.matcher(from).matches()
              && to.matches("\\.varve/damaged/[^/\\p{Cntrl}]+/" + Pattern.quote(from));
      return (isPublishing || isRemoval)
          && Tables.names().contains(table())
          && !List.of((from + "/" + to).split("/")).contains("..");
    }
  }

  /** Converts a path below a warehouse to one relative to it. */
  static String relative(String root, String path) {
    String all = path.toString();
    String prefix = root.toString().endsWith("/") ? root.toString() : root + "/";
    if (!all.startsWith(prefix)) {
      throw new IllegalArgumentException(path + " is not below " + root);
    }
    return all.substring(prefix.length());
  }

  /**
   * Whether two files were appended by the same publication, or are the same file. A file of a
   * replaced table belongs to no publication in this sense.
   *
   * @param one relative to the warehouse
   * @param other relative to the warehouse
   */
  static boolean isOfSamePublication(String one, String other) {
    return one.equals(other)
        || (!publication(one).isEmpty() && publication(one).equals(publication(other)));
  }

  /** Publication of a file of a table that is not replaced as a whole; else empty. */
  static String publication(String file) {
    String table = file.substring(0, file.indexOf('/'));
    String name = file.substring(file.indexOf('/') + 1);
    return Tables.declaration(table).replaced() ? "" : name.replaceFirst("-\\w+\\.parquet$", "");
  }

  /** A sentence for people on how to go on without a journal. */
  static String remedy(String identity) {
    return "To go on without its rows, write a file of its name with this line alone, ended by a line feed: "
        + title(identity).trim();
  }

  /** The text of the journal's file. */
  String text(String identity) {
    return title(identity) + lines();
  }

  /**
   * The text of the journal's file, which no other writer writes.
   *
   * @param writer unique name of the writer
   */
  String text(String identity, String writer) {
    return title(identity + WRITER + writer) + lines();
  }

  private static String title(String owner) {
    return TITLE + owner + '\n';
  }

  private String lines() {
    StringBuilder text = new StringBuilder();
    for (Move move : moves) {
      text.append(move.from).append('\t').append(move.to).append('\t');
      text.append(move.bytes).append('\t').append(move.rows);
      if (move.tail >= 0) {
        text.append('\t').append(move.tail);
      }
      text.append('\n');
    }
    return text.toString();
  }

  /**
   * Reads a file's text.
   *
   * @throws IOException when it is not a journal of this warehouse, naming the file
   */
  static Journal read(String file, String text, String identity) throws IOException {
    return read(file, text, identity, target -> true);
  }

  /**
   * Reads some lines of a file's text.
   *
   * @param targetFilter chooses lines by where their files go, relative to the warehouse
   * @throws IOException when it is not a journal of this warehouse, naming the file
   */
  static Journal read(String file, String text, String identity, Predicate<String> targetFilter)
      throws IOException {
    String[] lines = text.split("\n", -1);
    if (!lines[0].startsWith(TITLE)) {
      throw fault(file, identity, "its first line is not that of a journal");
    }
    String owner = lines[0].substring(TITLE.length()).split(WRITER, 2)[0];
    if (!owner.equals(identity)) {
      throw fault(file, identity, "it belongs to warehouse " + owner + ", this one is " + identity);
    }
    if (!lines[lines.length - 1].isEmpty()) {
      throw fault(file, identity, "its last line is cut off");
    }
    List<Move> moves = new ArrayList<>();
    for (int line = 1; line < lines.length - 1; line++) {
      int from = lines[line].indexOf('\t') + 1;
      int to = lines[line].indexOf('\t', from);
      if (to < 0 || targetFilter.test(lines[line].substring(from, to))) {
        moves.add(move(file, identity, line + 1, lines[line]));
      }
    }
    String name = Locations.name(file);
    return new Journal(name.substring(0, name.lastIndexOf('.')), List.copyOf(moves));
  }

  private static Move move(String file, String identity, int line, String text) throws IOException {
    String[] parts = text.split("\t", -1);
    try {
      if (parts.length == 4 || parts.length == 5) {
        long tail = parts.length == 5 ? natural(parts[4]) : -1;
        Move move = new Move(parts[0], parts[1], natural(parts[2]), natural(parts[3]), tail);
        if (move.isConfined()) {
          return move;
        }
      }
    } catch (NumberFormatException e) {
      throw fault(file, identity, "line " + line + " has no bytes and rows");
    }
    throw fault(file, identity, "line " + line + " is not a rename of a staged file into a table");
  }

  private static long natural(String digits) {
    long number = Long.parseLong(digits);
    if (number < 0) {
      throw new NumberFormatException(digits);
    }
    return number;
  }

  private static IOException fault(String file, String identity, String reason) {
    return new IOException(file + " is not followed: " + reason + ". " + remedy(identity));
  }
}
