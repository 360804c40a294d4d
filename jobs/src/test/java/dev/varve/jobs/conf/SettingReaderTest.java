package dev.varve.jobs.conf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every kind of value, and what a user is told of a faulty one. */
class SettingReaderTest {
  private static final Map<String, String> SPARK = Map.of("spark.ui.showConsoleProgress", "false");

  private final List<SettingReader> sound = new ArrayList<>();

  private static SettingReader reader(String text) {
    return new SettingReader(Map.of("a.key", text), Map.of("a.key", "5"), SPARK, List.of());
  }

  private record Digit(@Range(low = 0, high = 9) long key) {}

  private record Small(@Range(low = 0, high = 2) int key) {}

  private record Least(@Range(low = Long.MIN_VALUE) long key) {}

  private record Count(int key) {}

  private record Share(@Range(low = 0, high = 1) double key) {}

  private record Ratio(@Range(low = 1e-9, high = 0.9) double key) {}

  private record Counts(@Range(low = 0, high = 10) List<Integer> key) {}

  private record Digits(@Range(low = 0, high = 9) List<Integer> key) {}

  private record Numbers(@Range(low = 0, high = 10) List<Double> key) {}

  private record Shares(@Range(low = 0, high = 1) List<Double> key) {}

  private record Names(@OneOf({"3", "5", "10"}) List<String> key) {}

  private record Colour(@OneOf({"red", "green"}) String key) {}

  private record Listed(@OneOf(in = SettingReaderTest.class, list = "COLOURS") String key) {}

  private record Words(@MayBeEmpty List<String> key) {}

  private record Constants(List<Shade> key) {}

  private record Answer(boolean key) {}

  record Hex(int key) {
    static int key(String text) {
      return Integer.parseInt(text, 16);
    }
  }

  record Hexes(List<Integer> key) {
    static int key(String text) {
      return Hex.key(text);
    }
  }

  record Pair(int low, int high) {
    static Pair parse(String text) {
      String[] ends = text.split("-", -1);
      if (ends.length != 2) {
        throw new IllegalArgumentException("write it as in 1-2");
      }
      return new Pair(Integer.parseInt(ends[0]), Integer.parseInt(ends[1]));
    }
  }

  private record Pairs(List<Pair> key) {}

  private record Sizes(long sizeBytes) {}

  private record SizeList(List<Long> bytesPerSecond) {}

  private enum Shade {
    DARK,
    VERY_LIGHT
  }

  static final List<String> COLOURS = List.of("red", "green");

  private static SettingReader of(String key, String text) {
    return new SettingReader(Map.of(key, text), Map.of(key, "5"), SPARK, List.of());
  }

  /** What is told of a key {@code a.key} with this value. */
  private static String fault(String text, Consumer<SettingReader> read) {
    SettingReader reader = reader(text);
    read.accept(reader);
    assertThat(reader.isFaultless()).isFalse();
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
        "spark.ssl.keyStorePassword",
        "spark.hadoop.fs.s3a.encryption.key",
        "spark.hadoop.fs.gs.auth.service.account.private.key",
        "spark.hadoop.fs.azure.sas.cont.acct.blob.core.windows.net",
        "spark.driver.extraJavaOptions",
        "catalog.adls.connection-string.account",
        "catalog.header.Cookie"
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
    assertThat(sound("7").bind("a", Digit.class).key).isEqualTo(7);
    assertThat(sound("-9223372036854775808").bind("a", Least.class).key).isEqualTo(Long.MIN_VALUE);
    assertThat(sound("1e3").bind("a", Count.class).key).isEqualTo(1000);
    assertThat(sound("2.0").bind("a", Small.class).key).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.9", "many", "", "7 ", "0x10"})
  void whatIsNoWholeNumberIsSaidSo(String text) {
    assertThat(fault(text, r -> r.bind("a", Digit.class)))
        .isEqualTo("a.key is no valid number or size: " + text + "; it must be from 0 to 9");
  }

  @Test
  void aWholeNumberOutOfRangeIsToldTheRange() {
    assertThat(fault("10", r -> r.bind("a", Digit.class)))
        .isEqualTo("a.key is 10; it must be from 0 to 9");
    assertThat(fault("99999999999999999999", r -> r.bind("a", Digit.class)))
        .isEqualTo("a.key is 99999999999999999999; it must be from 0 to 9");
    assertThat(fault("0", r -> r.bind("a", Count.class)))
        .isEqualTo("a.key is 0; it must be positive");
    assertThat(fault("2147483648", r -> r.bind("a", Count.class)))
        .isEqualTo("a.key is 2147483648; it must be at most 2147483647");
    assertThat(reader("10").bind("a", Digit.class).key).as("its default instead").isEqualTo(5);
  }

  @ParameterizedTest
  @CsvSource({
    "512, 512",
    "64 MiB, 67108864",
    "64MiB, 67108864",
    "4k, 4096",
    "10 GB, 10000000000",
    "20 KB, 20000",
    "1.5 kB, 1500",
    "2 TiB, 2199023255552"
  })
  void sizesTakeUnits(String text, long bytes) {
    SettingReader reader = of("a.size-bytes", text);
    assertThat(reader.bind("a", Sizes.class).sizeBytes).isEqualTo(bytes);
    assertThat(reader.isFaultless()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "5 parsecs",
        "MiB",
        "",
        "1,5 MiB",
        "-1",
        "NaN",
        "Infinity",
        "5d",
        "1.5",
        "0x1p20",
        "1e50000000KiB"
      })
  void whatIsNoSizeIsSaidSo(String text) {
    assertThat(sizeFault(text))
        .isEqualTo("a.size-bytes is no valid number or size: " + text + "; it must be positive");
  }

  @ParameterizedTest
  @ValueSource(strings = {"100 EiB", "9223372036854775808"})
  void aSizeIsNoLongerThanALong(String text) {
    assertThat(sizeFault(text))
        .isEqualTo("a.size-bytes is " + text + "; it must be at most 9223372036854775807");
  }

  @Test
  void aSizeIsPositive() {
    assertThat(sizeFault("0 MiB")).isEqualTo("a.size-bytes is 0 MiB; it must be positive");
  }

  private static String sizeFault(String text) {
    SettingReader reader = of("a.size-bytes", text);
    reader.bind("a", Sizes.class);
    return String.valueOf(
        catchThrowableOfType(InvalidSettingsException.class, reader::finish).getMessage());
  }

  @Test
  void aListOfSizesHasUnitsToo() {
    SettingReader reader = of("a.bytes-per-second", "4 KiB, 1MB");
    assertThat(reader.bind("a", SizeList.class).bytesPerSecond).containsExactly(4096L, 1_000_000L);
    reader = of("a.bytes-per-second", "4 KiB, 0");
    reader.bind("a", SizeList.class);
    assertThatThrownBy(reader::finish).hasMessage("a.bytes-per-second is 0; it must be positive");
  }

  @Test
  void aNumberMayLieOnItsBounds() {
    assertThat(sound("0").bind("a", Share.class).key).isZero();
    assertThat(sound("1").bind("a", Share.class).key).isOne();
    assertThat(sound("2.5e-3").bind("a", Share.class).key).isEqualTo(0.0025);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.01", "-0.1", "NaN", "Infinity", "half", ""})
  void aNumberOutOfRangeIsToldTheRange(String text) {
    assertThat(fault(text, r -> r.bind("a", Share.class)))
        .isEqualTo("a.key is " + text + "; it must be a number from 0 to 1");
    assertThat(fault("0", r -> r.bind("a", Ratio.class)))
        .isEqualTo("a.key is 0; it must be a number from 1.0E-9 to 0.9");
  }

  @ParameterizedTest
  @ValueSource(strings = {"3,5,10", "[3,5,10]", " [ 3, 5 , 10 ] ", "3, 5, 3, 10, 5"})
  void aListHasCommasAndMayHaveBrackets(String text) {
    assertThat(sound(text).bind("a", Counts.class).key).containsExactly(3, 5, 10);
    assertThat(sound(text).bind("a", Numbers.class).key).containsExactly(3.0, 5.0, 10.0);
    assertThat(sound(text).bind("a", Names.class).key).containsExactly("3", "5", "10");
  }

  @Test
  void oneValueIsAListOfOne() {
    assertThat(sound("7").bind("a", Counts.class).key).containsExactly(7);
    assertThat(sound("[0.5]").bind("a", Numbers.class).key).containsExactly(0.5);
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
    assertThat(fault(text, r -> r.bind("a", Digits.class))).isEqualTo(told);
  }

  @Test
  void everyFaultyItemIsNamed() {
    assertThat(fault("x,1,y", r -> r.bind("a", Shares.class)).lines())
        .containsExactly(
            "a.key is x; it must be a number from 0 to 1",
            "a.key is y; it must be a number from 0 to 1");
  }

  @Test
  void aNameIsOneOfThoseThatThereAre() {
    assertThat(sound("green").bind("a", Colour.class).key).isEqualTo("green");
    assertThat(fault("blue", r -> r.bind("a", Colour.class)))
        .isEqualTo("a.key is blue; choose one of [red, green]");
    assertThat(fault("red,green", r -> r.bind("a", Colour.class)))
        .isEqualTo("a.key is red,green; it takes one value");
    assertThat(fault("blue,green", r -> r.bind("a", Colour.class)).lines())
        .containsExactly(
            "a.key is blue; choose one of [red, green]", "a.key is blue,green; it takes one value");
    assertThat(sound("red,red").bind("a", Colour.class).key).as("twice the same").isEqualTo("red");
  }

  @Test
  void namesMayBeThoseOfAConstant() {
    assertThat(sound("green").bind("a", Listed.class).key).isEqualTo("green");
    assertThat(fault("blue", r -> r.bind("a", Listed.class)))
        .isEqualTo("a.key is blue; choose one of [red, green]");
  }

  @Test
  void constantsOfAnEnumHaveDashes() {
    assertThat(sound("very-light, dark").bind("a", Constants.class).key)
        .containsExactly(Shade.VERY_LIGHT, Shade.DARK);
    assertThat(fault("VERY_LIGHT", r -> r.bind("a", Constants.class)))
        .isEqualTo("a.key is VERY_LIGHT; choose one of [dark, very-light]");
  }

  @Test
  void anAnswerIsTrueOrFalse() {
    assertThat(sound("true").bind("a", Answer.class).key).isTrue();
    SettingReader reader =
        new SettingReader(Map.of("a.key", "yes"), Map.of("a.key", "true"), SPARK, List.of());
    assertThat(reader.bind("a", Answer.class).key).as("its default instead").isTrue();
    assertThatThrownBy(reader::finish).hasMessage("a.key is yes; choose one of [false, true]");
  }

  @Test
  void aListOfAnyTextsMayBeEmptyWhereThatIsSaid() {
    assertThat(sound("").bind("a", Words.class).key).isEmpty();
    assertThat(sound("a, b").bind("a", Words.class).key).containsExactly("a", "b");
  }

  @Test
  void aNotationOfItsOwnSaysWhatIsWrong() {
    assertThat(sound("a, ff").bind("a", Hexes.class).key).containsExactly(10, 255);
    assertThat(sound("a").bind("a", Hex.class).key).isEqualTo(10);
    assertThat(fault("a,g", r -> r.bind("a", Hexes.class)))
        .startsWith("a.key is g: For input string: \"g\"");
    assertThat(fault("a,b", r -> r.bind("a", Hex.class)))
        .isEqualTo("a.key is a,b; it takes one value");
    assertThat(reader("g").bind("a", Hex.class).key).as("its default instead").isEqualTo(5);
  }

  @Test
  void aTypeMayHaveANotation() {
    assertThat(sound("1-2, 3-4").bind("a", Pairs.class).key)
        .containsExactly(new Pair(1, 2), new Pair(3, 4));
    SettingReader reader =
        new SettingReader(Map.of("a.key", "1"), Map.of("a.key", "7-8"), SPARK, List.of());
    assertThat(reader.bind("a", Pairs.class).key).containsExactly(new Pair(7, 8));
    assertThatThrownBy(reader::finish).hasMessage("a.key is 1: write it as in 1-2");
  }

  private record Outer(Inner inner, @Section("b") Other other) {}

  private record Inner(int one, int inTuning) {}

  private record Other(String name) {}

  @Test
  void recordsAreSections() {
    SettingReader reader =
        new SettingReader(
            Map.of("a.inner.one", "1", "tuning.a.inner.in-tuning", "2", "b.name", "any"),
            Map.of(),
            SPARK,
            List.of());
    assertThat(reader.bind("a", Outer.class))
        .isEqualTo(new Outer(new Inner(1, 2), new Other("any")));
  }

  @Test
  void allFaultsAreToldAtOnceAndEachOnce() {
    SettingReader reader =
        new SettingReader(
            Map.of("a.size-bytes", "x", "a.key", "0"),
            Map.of("a.size-bytes", "1", "a.key", "1"),
            SPARK,
            List.of("--set y: write it as key=value"));
    assertThat(reader.isFaultless()).isFalse();
    reader.bind("a", Sizes.class);
    reader.bind("a", Sizes.class); // two sections read it
    reader.bind("a", Count.class);
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
            a.size-bytes is no valid number or size: x; it must be positive
            a.key is 0; it must be positive
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
        .containsExactlyInAnyOrderEntriesOf(
            Map.of("a.key", "64 MiB", "spark.ui.showConsoleProgress", "false"));
    assertThat(settings.spark()).isEqualTo(SPARK);
  }

  private record Machines(List<Integer> machines) {}

  @Test
  void aSweepTakesItsListsButForWhatWasAskedOtherwise() {
    SettingReader reader = SettingReader.of(null, null, List.of("availability.failed=7"));
    reader.overlay("availability", "availability.sweep", Set.of("failed", "placement"));
    assertThat(reader.bind("availability", Machines.class).machines).containsExactly(100, 1000);
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
    assertThat(reader.bind("availability", Machines.class).machines).containsExactly(7, 8);
  }
}
