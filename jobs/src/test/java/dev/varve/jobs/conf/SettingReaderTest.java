package dev.varve.jobs.conf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every kind of value, and what a user is told of a faulty one. */
class SettingReaderTest {
  private static final Map<String, String> SPARK = Map.of("spark.ui.enabled", "false");

  private final List<SettingReader> sound = new ArrayList<>();

  private static SettingReader reader(String text) {
    return new SettingReader(Map.of("a.key", text), SPARK, List.of());
  }

  /** What is told of a key {@code a.key} with this value. */
  private static String fault(String text, Consumer<SettingReader> read) {
    SettingReader reader = reader(text);
    read.accept(reader);
    assertThat(reader.isSound()).isFalse();
    InvalidSettingsException told =
        catchThrowableOfType(InvalidSettingsException.class, reader::finish);
    return String.valueOf(told.getMessage());
  }

  /** A reader of which everything that is read must be sound. */
  private SettingReader sound(String text) {
    SettingReader reader = reader(text);
    sound.add(reader);
    return reader;
  }

  @AfterEach
  void whatIsRightIsNoFault() {
    sound.forEach(SettingReader::finish);
  }

  /** Tables are handed on, and every run keeps its settings in one. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "spark.hadoop.fs.s3a.secret.key",
        "spark.hadoop.fs.s3a.access.key",
        "spark.hadoop.fs.s3a.session.token",
        "spark.hadoop.fs.azure.account.key.x",
        "spark.ssl.keyStorePassword"
      })
  void aSecretIsUsedAndNotRecorded(String key) {
    Settings settings = new Settings(Map.of(key, "s3cr3t", "derive.x", "1"), Map.of(key, "s3cr3t"));
    assertThat(settings.recorded())
        .containsEntry(key, Settings.HIDDEN)
        .containsEntry("derive.x", "1");
    assertThat(settings.spark()).containsEntry(key, "s3cr3t");
  }

  @Test
  void aWholeNumberMayBeWrittenInAnyForm() {
    assertThat(sound("7").whole("a.key", 0, 9)).isEqualTo(7);
    assertThat(sound("-9223372036854775808").whole("a.key", Long.MIN_VALUE, 0))
        .isEqualTo(Long.MIN_VALUE);
    assertThat(sound("1e3").count("a.key")).isEqualTo(1000);
    assertThat(sound("2.0").count("a.key", 0, 2)).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.9", "many", "", "7 ", "0x10", "99999999999999999999"})
  void whatIsNoWholeNumberIsSaidSo(String text) {
    assertThat(fault(text, r -> r.whole("a.key", 0, 9)))
        .isEqualTo("a.key is no valid number or size: " + text + "; it must be from 0 to 9");
  }

  @Test
  void aWholeNumberOutOfRangeIsToldTheRange() {
    assertThat(fault("10", r -> r.whole("a.key", 0, 9)))
        .isEqualTo("a.key is 10; it must be from 0 to 9");
    assertThat(fault("0", r -> r.count("a.key"))).isEqualTo("a.key is 0; it must be positive");
    assertThat(fault("2147483648", r -> r.count("a.key")))
        .isEqualTo("a.key is 2147483648; it must be positive");
    assertThat(reader("10").whole("a.key", 3, 9)).as("what is read instead").isEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource({
    "512, 512",
    "64 MiB, 67108864",
    "64MiB, 67108864",
    "4k, 4096",
    "10 GB, 10000000000",
    "1.5 kB, 1500",
    "2 TiB, 2199023255552"
  })
  void sizesTakeUnits(String text, long bytes) {
    assertThat(sound(text).bytes("a.key")).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"5 parsecs", "MiB", "", "1,5 MiB", "100 EiB"})
  void whatIsNoSizeIsSaidSo(String text) {
    assertThat(fault(text, r -> r.bytes("a.key")))
        .isEqualTo("a.key is no valid number or size: " + text + "; it must be positive");
  }

  @Test
  void aSizeIsPositive() {
    assertThat(fault("0 MiB", r -> r.bytes("a.key"))).isEqualTo("a.key is 0; it must be positive");
    assertThat(fault("-1", r -> r.bytes("a.key")))
        .isEqualTo("a.key is no valid number or size: -1; it must be positive");
  }

  @Test
  void aNumberMayLieOnItsBounds() {
    assertThat(sound("0").number("a.key", 0, 1)).isZero();
    assertThat(sound("1").number("a.key", 0, 1)).isOne();
    assertThat(sound("2.5e-3").number("a.key", 0, 1)).isEqualTo(0.0025);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.01", "-0.1", "NaN", "Infinity", "half", ""})
  void aNumberOutOfRangeIsToldTheRange(String text) {
    assertThat(fault(text, r -> r.number("a.key", 0, 1)))
        .isEqualTo("a.key is " + text + "; it must be a number from 0 to 1");
    assertThat(fault("0", r -> r.number("a.key", 1e-9, 0.9)))
        .isEqualTo("a.key is 0; it must be a number from 1.0E-9 to 0.9");
  }

  @ParameterizedTest
  @ValueSource(strings = {"3,5,10", "[3,5,10]", " [ 3, 5 , 10 ] ", "3, 5, 3, 10, 5"})
  void aListHasCommasAndMayHaveBrackets(String text) {
    assertThat(sound(text).counts("a.key", 0, 10)).containsExactly(3, 5, 10);
    assertThat(sound(text).numbers("a.key", 0, 10)).containsExactly(3.0, 5.0, 10.0);
    assertThat(sound(text).names("a.key", List.of("3", "5", "10"))).containsExactly("3", "5", "10");
  }

  @Test
  void oneValueIsAListOfOne() {
    assertThat(sound("7").counts("a.key", 0, 10)).containsExactly(7);
    assertThat(sound("[0.5]").numbers("a.key", 0, 10)).containsExactly(0.5);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "3,x,5     | a.key is x; it must be a whole number from 0 to 9",
        "3,1.5     | a.key is 1.5; it must be a whole number from 0 to 9",
        "[3,10]    | a.key is 10; it must be a whole number from 0 to 9",
        "3,        | a.key is ; it must be a whole number from 0 to 9",
        "[]        | a.key is ; it must be a whole number from 0 to 9",
        "''        | a.key is ; it must be a whole number from 0 to 9",
        "[3,5      | a.key is [3; it must be a whole number from 0 to 9"
      })
  void aFaultOfAListNamesTheItem(String text, String told) {
    assertThat(fault(text, r -> r.counts("a.key", 0, 9))).isEqualTo(told);
  }

  @Test
  void everyFaultyItemIsNamed() {
    assertThat(fault("x,1,y", r -> r.numbers("a.key", 0, 1)).lines())
        .containsExactly(
            "a.key is x; it must be a number from 0 to 1",
            "a.key is y; it must be a number from 0 to 1");
  }

  @Test
  void aNameIsOneOfThoseThatThereAre() {
    List<String> known = List.of("red", "green");
    assertThat(sound("green").name("a.key", known)).isEqualTo("green");
    assertThat(fault("blue", r -> r.name("a.key", known)))
        .isEqualTo("a.key is blue; choose one of [red, green]");
    assertThat(fault("red,green", r -> r.name("a.key", known)))
        .isEqualTo("a.key is red,green; it takes one value");
    assertThat(fault("blue,green", r -> r.name("a.key", known)).lines())
        .containsExactly(
            "a.key is blue; choose one of [red, green]", "a.key is blue,green; it takes one value");
    assertThat(sound("red,red").name("a.key", known)).as("twice the same").isEqualTo("red");
  }

  @Test
  void aNameStandsForAValue() {
    Map<String, Supplier<Integer>> known = Map.of("one", () -> 1, "two", () -> 2);
    assertThat(sound("two").choice("a.key", known)).isEqualTo(2);
    assertThat(fault("six", r -> r.choice("a.key", known)))
        .isEqualTo("a.key is six; choose one of [one, two]");
  }

  @Test
  void aNotationOfItsOwnSaysWhatIsWrong() {
    Function<String, Integer> hex = word -> Integer.parseInt(word, 16);
    assertThat(sound("a, ff").parsed("a.key", hex, 0)).containsExactly(10, 255);
    assertThat(sound("a").parsedOne("a.key", hex, 0)).isEqualTo(10);
    assertThat(fault("a,g", r -> r.parsed("a.key", hex, 0)))
        .startsWith("a.key is g: For input string: \"g\"");
    assertThat(fault("a,b", r -> r.parsedOne("a.key", hex, 0)))
        .isEqualTo("a.key is a,b; it takes one value");
    assertThat(reader("g").parsedOne("a.key", hex, 77)).as("instead").isEqualTo(77);
  }

  @Test
  void allFaultsAreToldAtOnceAndEachOnce() {
    SettingReader reader =
        new SettingReader(
            Map.of("a.size", "x", "a.count", "0"),
            SPARK,
            List.of("--set y: write it as key=value"));
    assertThat(reader.isSound()).isFalse();
    reader.bytes("a.size");
    reader.bytes("a.size"); // two sections read it
    reader.count("a.count");
    reader.check(
        "a.pair",
        () -> {
          throw new IllegalArgumentException("they do not fit");
        });
    reader.fault("name the warehouse");
    assertThatThrownBy(reader::finish)
        .isInstanceOf(InvalidSettingsException.class)
        .hasMessage(
            """
            --set y: write it as key=value
            a.size is no valid number or size: x; it must be positive
            a.count is 0; it must be positive
            a.pair: they do not fit
            name the warehouse""");
  }

  @Test
  void aFaultOfTheProgramIsNoneOfTheUser() {
    assertThatThrownBy(() -> reader("1").text("no.key"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("there is no setting no.key");
    assertThatThrownBy(
            () ->
                reader("1")
                    .check(
                        "a.pair",
                        () -> {
                          throw new IllegalStateException("a bug");
                        }))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void whatIsSoundIsKeptAsItWasWritten() {
    Settings settings = reader("64 MiB").finish();
    assertThat(settings.all())
        .containsExactlyInAnyOrderEntriesOf(Map.of("a.key", "64 MiB", "spark.ui.enabled", "false"));
    assertThat(settings.spark()).isEqualTo(SPARK);
  }

  @Test
  void aSweepTakesItsListsButForWhatWasAskedOtherwise() {
    SettingReader reader = SettingReader.of(null, null, List.of("availability.failed=7"));
    reader.overlay("availability", "availability.sweep", Set.of("failed", "placement"));
    assertThat(reader.counts("availability.machines", 1, 10_000)).containsExactly(100, 1000);
    assertThat(reader.text("availability.popular-replicas")).isEqualTo("3,6,9");
    assertThat(reader.text("availability.failed")).as("an option said it").isEqualTo("7");
    assertThat(reader.text("availability.placement")).as("its default").isEqualTo("uniform");
    assertThat(reader.text("availability.trials")).as("not swept").isEqualTo("10000");
  }

  @Test
  void whatASweepVariesCanBeSet() {
    SettingReader reader =
        SettingReader.of(null, null, List.of("availability.sweep.machines=[7, 8]"));
    reader.overlay("availability", "availability.sweep", Set.of());
    assertThat(reader.counts("availability.machines", 1, 10)).containsExactly(7, 8);
  }
}
