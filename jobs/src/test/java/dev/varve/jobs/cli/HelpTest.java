package dev.varve.jobs.cli;

import static dev.varve.jobs.engine.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.warehouse.schema.SqlFiles;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** What the program says of itself. */
class HelpTest {
  static Stream<String> verbs() {
    return Stream.concat(
        Stream.of(
            "demo",
            "ingest",
            "ingest registry",
            "ingest snapshots",
            "derive",
            "simulate",
            "report",
            "explain",
            "restore",
            "rebuild",
            "check",
            "publish",
            "publish iceberg",
            "sql",
            "serve",
            "views",
            "views duckdb",
            "views spark",
            "completion"),
        Simulations.ALL.stream().map(one -> "simulate " + one.name()));
  }

  @ParameterizedTest
  @MethodSource("verbs")
  void everyVerbHelpsWithAnExample(String verb) {
    assertThat(varve(verb + " --help-all").done().err()).isEmpty();
    List<String> help = varve(verb + " --help").done().lines();
    // The example comes last; the verb itself stands in the first line already.
    assertThat(help).anyMatch(line -> line.matches("Examples?:"));
    assertThat(help.subList(help.size() - 1, help.size()))
        .allMatch(line -> line.startsWith("  varve " + verb));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "ingest", "simulate"})
  void listsOfVerbsHaveWholeSentences(String verb) {
    List<String> help = varve(verb + " --help").done().lines();
    List<String> verbs = help.subList(help.indexOf("Commands:") + 1, help.size());
    String list = String.join("\n", verbs.subList(0, verbs.indexOf("")));
    // A verb stands two columns in, what else it says further in.
    assertThat(list.split("\n(?=  \\w)")).hasSizeGreaterThan(1).allMatch(one -> one.endsWith("."));
  }

  @Test
  void withoutAVerbTheFirstStepsAreOnOneScreen() {
    String said = varve("").endsWith(2).err();
    assertThat(said).contains("varve demo\n", "varve estimate registry ", "varve --help");
    assertThat(said).contains("varve ingest registry ", "varve ingest snapshots ");
    assertThat(said.lines()).hasSizeLessThan(24).allMatch(line -> line.length() <= 100);
  }

  /** The five that matter most; --help-all has every option that the parser knows. */
  @ParameterizedTest
  @MethodSource("verbs")
  void helpShowsFiveOptionsAndHelpAllTheRest(String verb) {
    Optional<CommandSpec> spec =
        GeneratedPages.specs(CommandLines.line())
            .filter(one -> GeneratedPages.name(one).equals(verb))
            .findFirst();
    if (spec.isEmpty()) {
      return; // it lists verbs
    }
    List<String> all = options(varve(verb + " --help-all").done().lines());
    List<String> shown = options(varve(verb + " --help").done().lines());
    assertThat(shown).hasSizeLessThanOrEqualTo(5);
    assertThat(all).hasSizeGreaterThan(shown.size()).containsAll(shown);
    assertThat(all)
        .containsExactlyInAnyOrderElementsOf(
            spec.get().options().stream()
                .filter(option -> !option.hidden())
                .map(OptionSpec::longestName)
                .toList());
    assertThat(varve(verb + " --help").done().out()).contains("varve " + verb + " --help-all");
  }

  /** The names at the start of the lines of a list of options. */
  private static List<String> options(List<String> help) {
    return help.stream()
        .map(Pattern.compile("^ {2,6}(?:-\\w, )?(--[a-z-]+)")::matcher)
        .filter(Matcher::find)
        .map(name -> name.group(1))
        .toList();
  }

  /** picocli breaks lines behind dots, commas and slashes too. */
  @Test
  void valuesAreNotBrokenOverLines() {
    for (String verb : verbs().toList()) {
      assertThat(varve(verb + " --help-all").done().lines())
          .as(verb)
          .noneMatch(line -> line.matches(" +[KMGT]i?B\\b.*"));
      assertThat(varve(verb + " --help").done().lines())
          .as(verb)
          .noneMatch(line -> line.matches("\\S.*[a-z.,;:]  \\S.*"));
    }
    assertThat(varve("derive --help-all").done().out())
        .containsPattern("spark\\.executor\\.memory=4g");
    assertThat(varve("simulate chains --help-all").done().out())
        .contains("1 MiB,4 MiB,32 MiB", "sequential,uniform,zipf,boot");
  }

  @Test
  void onlyVerbsThatRejectInputsAreStrict() {
    for (String verb : List.of("ingest registry", "ingest snapshots", "rebuild")) {
      assertThat(varve(verb + " --help-all").done().out()).contains("--strict");
    }
    for (String verb : List.of("report", "sql", "derive", "check", "simulate backup")) {
      assertThat(varve(verb + " --help-all").done().out()).doesNotContain("--strict");
    }
  }

  @Test
  void shellsCompleteVerbsOptionsAndReports() throws Exception {
    String bash = varve("completion bash").done().out();
    assertThat(bash).contains("snapshots", "--compare-chunkers", "--warehouse", "complete -F");
    assertThat(varve("completion zsh").done().out()).isEqualTo(bash);
    assertThat(varve("completion fish").done().out())
        .contains(
            "complete -c varve -n 'not __fish_seen_subcommand_from ",
            "-n '__fish_seen_subcommand_from ingest; and __fish_seen_subcommand_from snapshots' -l chunker",
            "dedup-summary");
    Process shell = new ProcessBuilder("bash", "-n").start();
    shell.getOutputStream().write(bash.getBytes(StandardCharsets.UTF_8));
    shell.getOutputStream().close();
    assertThat(shell.waitFor()).isZero();
    varve("completion tcsh").endsWith(2);
  }

  @Test
  void chunkersAndCodecsAreNamedByTheirHelp() {
    assertThat(varve("ingest snapshots --help-all").done().out())
        .contains("fixed-N, fastcdc-v1-N, tttd-v1-N, rollsum-v1-N, seqcdc-v1-N;");
    assertThat(varve("ingest registry --help-all").done().out().replaceAll("\\s+", " "))
        .contains("gzip-1 to gzip-9, zstd-1 to zstd-19, several with commas");
  }

  @Test
  void reportsAreListedWithTheirQuestions() {
    assertThat(varve("report --list").done().lines())
        .anyMatch(line -> line.matches("dedup-summary +How much would deduplication, .*"))
        .extracting(line -> line.substring(0, line.indexOf(' ')))
        .containsExactlyElementsOf(SqlFiles.folder("reports").keySet());
  }
}
