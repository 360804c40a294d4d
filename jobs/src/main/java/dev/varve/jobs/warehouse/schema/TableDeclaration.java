package dev.varve.jobs.warehouse.schema;

import dev.varve.jobs.warehouse.row.ColumnType;
import dev.varve.jobs.warehouse.row.Columns;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A table as declared by its file in {@code schemas/tables}: a description, then its columns. After
 * an empty comment line, the description has the verbs that make the table and the tables it is
 * made from.
 *
 * <pre>
 * -- One row a distinct file content ...
 * --
 * -- made by: derive
 * -- from: layer, layer_recipe
 * -- replaced
 * CREATE TABLE file_sharing (
 * </pre>
 *
 * @param madeBy verbs, as column {@code run.verb} has them, or {@link #EVERY_VERB} alone
 * @param from tables and views that these verbs read; empty for a table that is made from inputs,
 *     where the verbs read only their own earlier rows
 * @param replaced whether the table is one file that is replaced as a whole; otherwise files are
 *     appended
 * @param onRequest whether the verbs fill it only on request
 * @param prose what a row is, a line each
 * @param ddl its columns as SQL, a line each
 */
public record TableDeclaration(
    String name,
    List<String> madeBy,
    List<String> from,
    boolean replaced,
    boolean onRequest,
    List<String> prose,
    String ddl) {

  /** Stands for all verbs that write. */
  public static final String EVERY_VERB = "every verb";

  private static final String MADE_BY = "made by";
  private static final String FROM = "from";
  private static final String REPLACED = "replaced";
  private static final String APPENDED = "appended";
  private static final String ON_REQUEST = "on request";
  private static final Set<String> KEYS = Set.of(MADE_BY, FROM, REPLACED, APPENDED, ON_REQUEST);

  /**
   * Keys of a view's header. {@code from}: the tables and views that it reads. {@code optional}:
   * those of them that it needs for one column only, or only to save time. {@code otherwise}:
   * tables read in place of optional ones that are stale. {@code texts}, {@code numbers}, {@code
   * times}: columns that conditions may name, by their kind.
   */
  private static final Set<String> VIEW_KEYS =
      Set.of(FROM, "optional", "otherwise", "texts", "numbers", "times");

  private static final Pattern VERB = Pattern.compile("[a-z]+( [a-z]+)*");
  private static final Pattern COLUMN =
      Pattern.compile(
          "(?m)^ *(?<name>\\w+) (?<type>[A-Z]+(?:<[A-Z, ]+>)?)(?<required> NOT NULL)?"
              + "(?: COMMENT '(?<comment>[^']*+(?:''[^']*+)*+)')?,?$");

  /** Copies the lists. */
  public TableDeclaration {
    madeBy = List.copyOf(madeBy);
    from = List.copyOf(from);
    prose = List.copyOf(prose);
  }

  /** Reads a declaration; faults of its header are added to the list. */
  static TableDeclaration read(String name, String text, List<String> faults) {
    String file = "tables/" + name + ".sql";
    Map<String, List<String>> header = SqlFiles.header(text);
    addUnknownKeys(file, header, KEYS, faults);
    List<String> madeBy = header.getOrDefault(MADE_BY, List.of());
    if (madeBy.isEmpty()) {
      faults.add(file + " does not say who makes it: -- made by: VERB, VERB");
    }
    for (String verb : madeBy) {
      if (!VERB.matcher(verb).matches()) {
        faults.add(file + " is made by " + verb + ", which is no verb");
      }
    }
    if (header.containsKey(REPLACED) == header.containsKey(APPENDED)) {
      faults.add(file + " says one of -- replaced and -- appended");
    }
    return new TableDeclaration(
        name,
        madeBy,
        header.getOrDefault(FROM, List.of()),
        header.containsKey(REPLACED),
        header.containsKey(ON_REQUEST),
        SqlFiles.heading(text),
        ddl(text));
  }

  /** The tables that a view is made from; faults of its header are added to the list. */
  static List<String> viewFrom(String name, String text, List<String> faults) {
    String file = "views/" + name + ".sql";
    Map<String, List<String>> header = SqlFiles.header(text);
    addUnknownKeys(file, header, VIEW_KEYS, faults);
    List<String> from = header.getOrDefault(FROM, List.of());
    if (from.isEmpty()) {
      faults.add(file + " does not say what it is made of: -- from: TABLE, TABLE");
    }
    return from;
  }

  boolean isMadeBy(String verb) {
    return madeBy.contains(verb) || madeBy.contains(EVERY_VERB);
  }

  private static void addUnknownKeys(
      String file, Map<String, List<String>> header, Set<String> known, List<String> faults) {
    List<String> keys = new ArrayList<>(header.keySet());
    keys.removeAll(known);
    keys.forEach(key -> faults.add(file + " has an unknown header line: -- " + key));
  }

  private static String ddl(String text) {
    String statement = SqlFiles.withoutComments(text);
    int open = statement.indexOf('(');
    int close = statement.lastIndexOf(')');
    return statement.substring(open + 1, close);
  }

  /** The columns in order, name to declared type. They are parsed here, without an engine. */
  public Map<String, String> columns() {
    return columns("type");
  }

  /** The comments of the columns, by name; without columns that have no comment. */
  public Map<String, String> comments() {
    return columns("comment");
  }

  private Map<String, String> columns(String part) {
    Map<String, String> columns = new LinkedHashMap<>();
    for (Matcher column = COLUMN.matcher(ddl); column.find(); ) {
      if (column.group(part) != null) {
        columns.put(column.group("name"), column.group(part).replace("''", "'"));
      }
    }
    return columns;
  }

  /** The columns in order, with their types. */
  Columns typedColumns() {
    List<Columns.Column> all = new ArrayList<>();
    for (Matcher column = COLUMN.matcher(ddl); column.find(); ) {
      ColumnType type = ColumnType.parse(column.group("type"));
      all.add(new Columns.Column(column.group("name"), type, column.group("required") == null));
    }
    return new Columns(all);
  }
}
