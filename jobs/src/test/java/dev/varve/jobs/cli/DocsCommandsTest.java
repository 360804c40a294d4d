package dev.varve.jobs.cli;

import static dev.varve.jobs.engine.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.engine.run.SmallWorld;
import dev.varve.jobs.engine.run.Terminal.Answer;
import dev.varve.jobs.warehouse.schema.SqlFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** The commands that pages name: verbs, options, reports and settings exist. */
class DocsCommandsTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern START = Pattern.compile("(.*(\\||&&|;|\\$\\()\\s*)?(\\S*/)?varve");

  /** A command stands in a block marked sh, alone or between pipes, over lines that end with \. */
  private static List<List<String>> commands(Markdown page) {
    List<List<String>> commands = new ArrayList<>();
    for (Markdown.Block block : page.blocks()) {
      if (block.language().equals("sh")) {
        String text = String.join("\n", block.lines()).replace("\\\n", " ");
        text.lines().forEach(line -> commands.addAll(commands(line)));
      }
    }
    return commands;
  }

  private static List<List<String>> commands(String line) {
    List<List<String>> commands = new ArrayList<>();
    List<String> words = new ArrayList<>();
    for (String word : words(line)) {
      if (word.matches("\\||\\|\\||&&|;|#.*|>|<|2>.*|>.*")) {
        add(words, commands);
        words.clear();
        if (word.startsWith("#")) {
          return commands;
        }
      } else {
        words.add(word);
      }
    }
    add(words, commands);
    return commands;
  }

  private static void add(List<String> words, List<List<String>> commands) {
    List<String> rest = new ArrayList<>(words);
    while (!rest.isEmpty() && rest.get(0).matches("\\w+=.*|if|!|time")) {
      rest.remove(0);
    }
    if (!rest.isEmpty() && START.matcher(rest.get(0)).matches()) {
      commands.add(List.copyOf(rest.subList(1, rest.size())));
    }
  }

  /** The words of a line of a shell, with quotes and comments; nothing is expanded. */
  private static List<String> words(String line) {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    boolean inside = false;
    char quote = 0;
    String ended = line + " ";
    for (int at = 0; at < ended.length(); at++) {
      char letter = ended.charAt(at);
      if (quote != 0) {
        if (letter == quote) {
          quote = 0;
        } else {
          word.append(letter);
        }
      } else if (letter == '\'' || letter == '"') {
        quote = letter;
        inside = true;
      } else if (letter == '#' && !inside) {
        words.add("#");
        return words;
      } else if (letter == ';') {
        if (inside) {
          words.add(word.toString());
        }
        words.add(";");
        word.setLength(0);
        inside = false;
      } else if (Character.isWhitespace(letter)) {
        if (inside) {
          words.add(word.toString());
        }
        word.setLength(0);
        inside = false;
      } else {
        word.append(letter);
        inside = true;
      }
    }
    assertThat((int) quote).as(line).isZero();
    return words;
  }

  @Test
  void everyCommandIsOne() {
    List<String> faults = new ArrayList<>();
    int all = 0;
    for (Path page : DocsTest.pages()) {
      for (List<String> command : commands(Markdown.read(page))) {
        all++;
        String fault = fault(command);
        if (!fault.isEmpty()) {
          faults.add("%s: varve %s: %s".formatted(page, String.join(" ", command), fault));
        }
      }
    }
    assertThat(faults).isEmpty();
    assertThat(all).isGreaterThan(100);
  }

  @Test
  void aFalseCommandIsFound() {
    assertThat(fault(List.of("report", "dedup-sumary", "--warehouse", "w")))
        .contains("dedup-sumary");
    assertThat(fault(List.of("derive"))).contains("--warehouse");
    assertThat(fault(List.of("derive", "--warehouse", "w", "--such"))).contains("--such");
    assertThat(fault(List.of("derivate"))).contains("derivate");
    assertThat(fault(List.of("derive", "--warehouse", "w", "--set", "derive.no=1")))
        .contains("derive.no");
    assertThat(commands("a | bin/varve x --set 'b like c; d' > y # varve z"))
        .containsExactly(List.of("x", "--set", "b like c; d"));
  }

  /** What is wrong with a command; empty where nothing is. */
  private static String fault(List<String> command) {
    String[] words = command.toArray(String[]::new);
    CommandLine line = CommandLines.line(words);
    try {
      boolean sql = words.length > 0 && words[0].equals("sql");
      ParseResult result = line.parseArgs(sql ? SqlCommand.withLeadingBlank(words) : words);
      while (result.hasSubcommand()) {
        result = result.subcommand();
      }
      return result.commandSpec().name().equals("report") ? ofReport(result) : ofSettings(result);
    } catch (ParameterException e) {
      return String.valueOf(e.getMessage());
    }
  }

  private static String ofReport(ParseResult report) {
    List<String> names = report.matchedPositionalValue(0, List.of());
    for (String name : names) {
      if (!SqlFiles.folder("reports").containsKey(name)) {
        return "there is no report " + name;
      }
    }
    return ofSettings(report);
  }

  private static String ofSettings(ParseResult result) {
    List<String> values = result.matchedOptionValue("--set", List.of());
    List<String> settings =
        values.stream().filter(one -> one.matches("[\\w-]+(\\.[\\w-]+)+=.*")).toList();
    try {
      SettingReader.of(null, null, settings).finish();
      return "";
    } catch (RuntimeException e) {
      return String.valueOf(e.getMessage());
    }
  }

  /** On a registry and disks of a test, in place of those of the demo. */
  @Test
  void gettingStartedRunsAsItStandsThere(@TempDir Path folder) throws Exception {
    int run = 0;
    for (List<String> command : commands(Markdown.read(ROOT.resolve("docs/getting-started.md")))) {
      if (!command.contains("demo")) {
        Answer answer = varve("%s ".repeat(command.size()), inside(command, folder).toArray());
        assertThat(answer.code()).as("%s%n%s", answer.line(), answer.err()).isIn(0, 3);
        run++;
      }
    }
    assertThat(run).isGreaterThan(8);
    assertThat(Files.exists(folder.resolve("report.html"))).isTrue();
  }

  private static List<String> inside(List<String> command, Path folder) {
    return command.stream()
        .map(
            word ->
                word.equals("varve-demo/registry")
                    ? SmallWorld.registry().toString()
                    : word.equals("varve-demo/vms")
                        ? SmallWorld.disks().toString()
                        : word.matches("[wv]|report.html|layer.tar")
                            ? folder.resolve(word).toString()
                            : word)
        .toList();
  }
}
