package dev.varve.jobs.cli;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigList;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import dev.varve.jobs.answer.headline.ReportGroups;
import dev.varve.jobs.answer.report.Header;
import dev.varve.jobs.warehouse.schema.SqlFiles;
import dev.varve.jobs.warehouse.schema.TableDeclaration;
import dev.varve.jobs.warehouse.schema.Tables;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The pages below docs/ that are made from what the program knows of itself. */
final class GeneratedPages {
  /** The file of each page, without its folder and suffix. */
  static final List<String> ALL = List.of("reports", "configuration", "verbs", "tables");

  private static final String MADE =
      "\nThis page is generated; `DocsTest` compares it with the program"
          + " (see [contributing](contributing.md#generated-pages)).\n";

  /** Options of every verb, which are listed once. */
  private static final Set<String> COMMON =
      Set.of("--conf", "--master", "--set", "--quiet", "--help", "--help-all", "--version");

  private GeneratedPages() {}

  /** The text of a page. */
  static String text(String page) {
    return switch (page) {
      case "reports" -> reports();
      case "configuration" -> configuration();
      case "verbs" -> verbs();
      case "tables" -> tables();
      default -> throw new IllegalArgumentException(page);
    };
  }

  private static String reports() {
    StringBuilder page =
        new StringBuilder(
            """
            # Reports

            A report answers one question from the tables of a warehouse. This catalogue lists all of them.

            ```sh
            varve report --list
            varve report dedup-summary --warehouse /data/w --explain
            varve report --all --warehouse /data/w --format csv --out reports/
            ```

            How to choose columns, formats and sets of images: [questions and recipes](questions-and-recipes.md).
            A report with a gate can fail a build: [gates in CI](gates-in-ci.md).
            """);
    page.append(MADE);
    Map<String, List<String>> groups = new LinkedHashMap<>();
    for (String report : ReportGroups.reports()) {
      groups.computeIfAbsent(ReportGroups.title(report), title -> new ArrayList<>()).add(report);
    }
    groups.forEach(
        (title, names) -> {
          page.append("\n## %s\n\n| report | question |\n|---|---|\n".formatted(title));
          names.forEach(
              name ->
                  page.append(
                      "| [%s](#%s) | %s |\n".formatted(name, name, cell(prose(name).get(0)))));
        });
    groups.values().stream().flatMap(List::stream).sorted().forEach(name -> report(name, page));
    return page.toString();
  }

  private static List<String> prose(String report) {
    return SqlFiles.heading(SqlFiles.text("reports", report));
  }

  private static void report(String name, StringBuilder page) {
    String sql = SqlFiles.text("reports", name);
    Map<String, List<String>> header = SqlFiles.header(sql);
    List<String> prose = prose(name);
    page.append("\n### %s\n\n**%s**\n".formatted(name, prose.get(0)));
    List<String> notes = SqlFiles.notes(sql);
    List<String> counting = prose.subList(1, prose.size() - notes.size());
    if (!counting.isEmpty()) {
      page.append("\n").append(markdown(String.join(" ", counting))).append("\n");
    }
    if (!notes.isEmpty()) {
      page.append("\n");
      notes.forEach(note -> page.append("- ").append(markdown(note)).append("\n"));
    }
    List<String> facts = new ArrayList<>();
    List<String> first = Header.read(prose, header).first();
    if (!first.isEmpty()) {
      facts.add("Columns that matter most: " + codes(first) + ".");
    }
    if (header.containsKey("gate")) {
      facts.add("Gate: " + codes(header.get("gate")) + ", by `--fail-below` and `--fail-above`.");
    }
    if (header.containsKey("sets")) {
      facts.add("Takes a set, by `--where` over columns of " + codes(header.get("sets")) + ".");
    }
    if (header.containsKey("owners")) {
      facts.add("Takes `--by`.");
    }
    if (header.containsKey("pairs")) {
      facts.add("Takes `--from` and `--to`.");
    }
    if (header.containsKey("since")) {
      facts.add("Takes `--since`.");
    }
    facts.add("Tables are made by: " + codes(madeBy(sql)) + ".");
    page.append("\n");
    facts.forEach(fact -> page.append("- ").append(fact).append("\n"));
  }

  /** The verbs that make the tables of a query, those of ingests first. */
  private static List<String> madeBy(String sql) {
    Set<String> verbs = new TreeSet<>();
    Set<String> known = new TreeSet<>(Tables.names());
    known.addAll(Tables.views());
    Set<String> words =
        Pattern.compile("\\b(?:FROM|JOIN)\\s+(\\w+)")
            .matcher(SqlFiles.withoutComments(sql))
            .results()
            .map(read -> read.group(1))
            .collect(Collectors.toCollection(TreeSet::new));
    words.retainAll(known);
    for (String word : words) {
      for (String table : Tables.tablesReadBy(word)) {
        if (words.contains(table) || !Tables.optional().contains(table)) {
          verbs.addAll(Tables.declaration(table).madeBy());
        }
      }
    }
    verbs.remove("every verb");
    List<String> steps = List.of("estimate", "ingest", "derive", "rebuild", "simulate");
    return verbs.stream()
        .map(verb -> verb.equals("compare chunkers") ? "ingest snapshots --compare-chunkers" : verb)
        .sorted(Comparator.comparingInt(verb -> steps.indexOf(verb.split(" ")[0])))
        .toList();
  }

  private static String configuration() {
    StringBuilder page =
        new StringBuilder(
            """
            # Configuration

            Every setting with its default. A setting is a key of
            [conf/reference.conf](../conf/reference.conf), below `varve`.

            ```sh
            varve ingest registry /var/lib/registry --warehouse /data/w --set ingest.sample-ratio=0.01
            varve derive --warehouse /data/w --conf my.conf
            ```

            `--set key=value` sets one key. `--conf FILE` overlays a file that has the form of reference.conf.
            Later ones win: defaults, profile, `--conf`, `--set`, options of the verb.
            The keys of a simulation's section are also its options: `--order random` is `--set deletion.order=random`.

            Sizes are bytes and take units: `64 MiB`, `10 GB`. A list takes several values with commas between them;
            a value that contains a comma is put in quotes. A profile is [demo.conf](../conf/demo.conf) of verb `demo`.

            Environment: `JAVA_HOME` chooses the JDK. `VARVE_JAVA_OPTIONS=-Xmx8g` sets options of the JVM, such as its heap.
            `VARVE_CLASSPATH` names more jars with colons between them, such as the JDBC driver of a [catalog](catalog.md).
            `TMPDIR` names the temporary folder; it must have free space and must not be mounted `noexec`.
            `VARVE_SUBMIT=1` with `SPARK_HOME` starts by spark-submit, with the options of `VARVE_SUBMIT_OPTIONS`.
            """);
    page.append(MADE);
    Config reference = ConfigFactory.parseResources("dev/varve/reference.conf");
    for (Map.Entry<String, ConfigValue> section : inOrder(reference.getObject("varve"))) {
      page.append("\n## ").append(section.getKey()).append("\n\n");
      String comment = comment(section.getValue());
      if (!comment.isEmpty()) {
        page.append(markdown(comment)).append("\n\n");
      }
      page.append("| key | default | meaning |\n|---|---|---|\n");
      rows(section.getKey(), (ConfigObject) section.getValue(), page);
    }
    return page.toString();
  }

  private static List<Map.Entry<String, ConfigValue>> inOrder(ConfigObject object) {
    return object.entrySet().stream()
        .sorted(Comparator.comparingInt(entry -> entry.getValue().origin().lineNumber()))
        .toList();
  }

  private static String comment(ConfigValue value) {
    return value.origin().comments().stream().map(String::strip).collect(Collectors.joining(" "));
  }

  /** One row a key; keys below one comment stand in its row. */
  private static void rows(String parent, ConfigObject object, StringBuilder page) {
    List<String> keys = new ArrayList<>();
    List<String> values = new ArrayList<>();
    String meaning = "";
    for (Map.Entry<String, ConfigValue> entry : inOrder(object)) {
      ConfigValue value = entry.getValue();
      String key =
          parent
              + "."
              + (parent.equals("spark") ? ConfigUtil.quoteString(entry.getKey()) : entry.getKey());
      String comment = comment(value);
      if (value instanceof ConfigObject nested) {
        row(keys, values, meaning, page);
        if (!comment.isEmpty()) {
          page.append("| **%s** | | %s |\n".formatted(key, cell(comment)));
        }
        rows(key, nested, page);
        meaning = "";
        continue;
      }
      if (!comment.isEmpty()) {
        row(keys, values, meaning, page);
        meaning = comment;
      }
      keys.add("`" + key + "`");
      String text = standard(value);
      values.add(text.isEmpty() ? "empty" : "`" + text + "`");
    }
    row(keys, values, meaning, page);
  }

  private static void row(
      List<String> keys, List<String> values, String meaning, StringBuilder page) {
    if (!keys.isEmpty()) {
      page.append(
          "| %s | %s | %s |\n"
              .formatted(String.join("<br>", keys), String.join("<br>", values), cell(meaning)));
    }
    keys.clear();
    values.clear();
  }

  private static String standard(ConfigValue value) {
    String text =
        value instanceof ConfigList list
            ? list.unwrapped().stream().map(String::valueOf).collect(Collectors.joining(", "))
            : value.valueType() == ConfigValueType.NUMBER
                ? value.render() // as it is written, 0.0005 and not 5.0E-4
                : String.valueOf(value.unwrapped());
    return (text.length() > 160 ? text.substring(0, 150) + " .." : text).replace("|", "\\|");
  }

  private static String verbs() {
    CommandLine line = CommandLines.line();
    StringBuilder page =
        new StringBuilder(
            """
            # Verbs

            What every verb does, its options and an example, as `varve VERB --help-all` prints them.

            ```sh
            varve simulate backup --help
            varve simulate backup --help-all
            varve completion bash
            ```

            ## Options of every verb

            | option | meaning |
            |---|---|
            """);
    specs(line)
        .filter(spec -> name(spec).equals("derive"))
        .flatMap(derive -> derive.options().stream())
        .filter(option -> COMMON.contains(option.longestName()))
        .forEach(option -> argument(option, page));
    page.append(
        """

        ## Exit codes

        | code | meaning |
        |--:|---|
        | 0 | done; rejected inputs are counted, and listed in table `rejected_blob` |
        | 1 | a fault of the program or of the engine |
        | 2 | wrong usage or settings, reported before any work, all faults together |
        | 3 | `--strict` and an input was rejected; a check fails; a gate fails |
        | 4 | no input |
        """);
    page.append(MADE);
    page.append("\n## List\n\n| verb | what it does |\n|---|---|\n");
    List<CommandSpec> all = specs(line).toList();
    for (CommandSpec spec : all) {
      String name = name(spec);
      page.append(
          "| [%s](#%s) | %s |\n"
              .formatted(name, name.replace(' ', '-'), cell(description(spec).get(0))));
    }
    all.forEach(spec -> verb(spec, page));
    return page.toString();
  }

  /** Every verb that does something, those below others in their place. */
  static Stream<CommandSpec> specs(CommandLine line) {
    return line.getSubcommands().values().stream()
        .filter(verb -> !verb.getCommandName().equals("help"))
        .flatMap(
            verb ->
                verb.getSubcommands().isEmpty() ? Stream.of(verb.getCommandSpec()) : specs(verb));
  }

  static String name(CommandSpec spec) {
    return spec.qualifiedName().substring("varve ".length());
  }

  private static List<String> description(CommandSpec spec) {
    return Stream.of(spec.usageMessage().description())
        .map(line -> line.replace("%%", "%").replace("%n", " "))
        .toList();
  }

  private static void verb(CommandSpec spec, StringBuilder page) {
    page.append("\n## %s\n".formatted(name(spec)));
    for (String paragraph : paragraphs(description(spec))) {
      page.append("\n").append(markdown(paragraph)).append("\n");
    }
    String footer =
        Stream.of(spec.usageMessage().footer())
            .map(line -> line.replace("%%", "%"))
            .dropWhile(String::isEmpty)
            .collect(Collectors.joining("\n"));
    page.append("\n```text\n").append(footer.strip()).append("\n```\n");
    List<ArgSpec> own =
        Stream.concat(
                spec.positionalParameters().stream(),
                spec.options().stream()
                    .filter(option -> !option.hidden() && !COMMON.contains(option.longestName())))
            .map(ArgSpec.class::cast)
            .toList();
    if (!own.isEmpty()) {
      page.append("\n| option | meaning |\n|---|---|\n");
      own.forEach(option -> argument(option, page));
    }
  }

  private static List<String> paragraphs(List<String> lines) {
    return Stream.of(String.join("\n", lines).split("\n\n"))
        .map(paragraph -> paragraph.replace('\n', ' ').strip())
        .toList();
  }

  private static void argument(ArgSpec argument, StringBuilder page) {
    String name =
        argument instanceof OptionSpec option
            ? String.join(", ", option.names())
                + (option.arity().max() == 0 ? "" : " " + option.paramLabel())
            : argument.paramLabel();
    String meaning = String.join(" ", argument.description()).replace("%%", "%");
    List<String> values = new ArrayList<>();
    if (argument.completionCandidates() != null) {
      argument.completionCandidates().forEach(values::add);
    }
    meaning = meaning.replace("${COMPLETION-CANDIDATES}", String.join(", ", values));
    page.append("| `%s` | %s |\n".formatted(name, cell(meaning)));
  }

  private static String tables() {
    StringBuilder page =
        new StringBuilder(
            """
            # Tables

            Every table of a warehouse with its columns, from [schemas/tables](../schemas/tables).
            How the files are laid out and when rows appear: [warehouse format](warehouse-format.md).

            ```sh
            varve sql --warehouse /data/w "SELECT kind, count(*) FROM layer_recipe GROUP BY kind"
            ```
            """);
    page.append(MADE);
    page.append("\n| table | made by | a run |\n|---|---|---|\n");
    for (String name : Tables.names()) {
      TableDeclaration table = Tables.declaration(name);
      page.append(
          "| [%s](#%s) | %s | %s |\n"
              .formatted(
                  name,
                  name,
                  String.join(", ", table.madeBy()),
                  SqlFiles.header(SqlFiles.text("tables", name)).containsKey("appended")
                      ? "appends rows"
                      : "replaces it"));
    }
    for (String name : Tables.names()) {
      TableDeclaration table = Tables.declaration(name);
      String prose = String.join(" ", SqlFiles.heading(SqlFiles.text("tables", name)));
      page.append("\n## %s\n\n%s\n\n".formatted(name, markdown(prose)));
      page.append("| column | type | meaning |\n|---|---|---|\n");
      Map<String, String> comments = table.comments();
      table
          .columns()
          .forEach(
              (column, type) ->
                  page.append(
                      "| `%s` | `%s` | %s |\n"
                          .formatted(column, type, cell(comments.getOrDefault(column, "")))));
    }
    return page.toString();
  }

  private static String codes(List<String> words) {
    return new LinkedHashSet<>(words)
        .stream().map("`%s`"::formatted).collect(Collectors.joining(", "));
  }

  /** A text as Markdown shows it: names with underscores and stars are no emphasis. */
  private static String markdown(String plain) {
    StringBuilder text = new StringBuilder();
    boolean code = false;
    for (int at = 0; at < plain.length(); at++) {
      char letter = plain.charAt(at);
      code ^= letter == '`';
      if (!code && "*_<>[]".indexOf(letter) >= 0) {
        text.append('\\');
      }
      text.append(letter);
    }
    return text.toString();
  }

  private static String cell(String plain) {
    return markdown(plain).replace("|", "\\|").strip();
  }
}
