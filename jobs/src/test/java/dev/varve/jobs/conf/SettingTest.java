package dev.varve.jobs.conf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every key of conf/reference.conf, as its lines say it: {@link ReferenceText} reads them. */
class SettingTest {
  private static final Map<String, ReferenceText.Key> KEYS = ReferenceText.keys();
  private static final String ENGINE = "spark";

  @Test
  void aSettingIsWhatItsLinesSay() {
    List<String> sections =
        KEYS.values().stream().map(ReferenceText.Key::section).distinct().toList();
    assertThat(sections)
        .contains("ingest", "backup", "backup.time.vc", "availability.sweep", "tuning.ingest");
    for (String section : sections) {
      if (section.startsWith(ENGINE)) {
        continue;
      }
      List<ReferenceText.Key> own =
          KEYS.values().stream().filter(key -> key.section().equals(section)).toList();
      List<Setting> settings = Setting.of(section);
      assertThat(settings).extracting(Setting::key).as(section).hasSameElementsAs(names(own));
      if (own.stream().map(ReferenceText.Key::line).distinct().count() == own.size()) {
        assertThat(settings).extracting(Setting::key).containsExactlyElementsOf(names(own));
      }
      for (Setting setting : settings) {
        ReferenceText.Key key = Objects.requireNonNull(KEYS.get(setting.key()), setting.key());
        assertThat(setting.comment()).as(setting.key()).isEqualTo(key.comment());
        assertThat(setting.isList()).as(setting.key()).isEqualTo(key.isList());
        assertThat(setting.defaultValue()).as(setting.key()).isEqualTo(key.standard());
      }
    }
  }

  private static List<String> names(List<ReferenceText.Key> keys) {
    return keys.stream().map(ReferenceText.Key::name).toList();
  }

  @Test
  void everyKeyIsExplained() {
    assertThat(KEYS.values())
        .filteredOn(key -> !key.section().startsWith(ENGINE))
        .allSatisfy(key -> assertThat(key.isExplained()).as(key.name()).isTrue());
  }

  /** A record that is bound to a section has a component for each key; others are named whole. */
  @Test
  void everyKeyIsReadBySomeVerb() throws IOException {
    String readers;
    Path bound = Path.of("../pipeline/src/main/java/dev/varve");
    try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
      readers =
          Stream.concat(
                  files
                      .filter(file -> file.toString().endsWith(".java"))
                      .filter(file -> !file.toString().contains("/conf/"))
                      .map(SettingTest::text)
                      .filter(text -> text.contains("record ")),
                  Stream.of("input/tar/ArchiveLimits.java", "simulation/backup/SegmentTime.java")
                      .map(bound::resolve)
                      .map(SettingTest::text))
              .collect(Collectors.joining());
    }
    for (ReferenceText.Key key : KEYS.values()) {
      if (key.section().startsWith(ENGINE) || key.section().contains(".compress-")) {
        continue;
      }
      if (key.section().endsWith(".sweep")) {
        String varied = key.name().replace(".sweep.", ".");
        assertThat(KEYS).as(key.name() + " varies another").containsKey(varied);
        continue;
      }
      if (key.section().contains(".experiments.")) {
        String varied = key.name().replaceFirst("experiments\\.[^.]+\\.", "");
        assertThat(KEYS).as(key.name() + " varies another").containsKey(varied);
        continue;
      }
      String component = key.name().substring(key.name().lastIndexOf('.') + 1);
      for (int dash = component.indexOf('-'); dash >= 0; dash = component.indexOf('-')) {
        String after = component.substring(dash + 1);
        component =
            component.substring(0, dash)
                + after.substring(0, 1).toUpperCase(Locale.ROOT)
                + after.substring(1);
      }
      assertThat(readers)
          .as("somebody reads " + key.name())
          .containsPattern("[\\w>] " + component + "(,|\\)| \\{)");
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aSettingIsFoundByItsWholeName() {
    assertThat(Setting.named("availability.failed"))
        .isEqualTo(
            new Setting(
                "availability",
                "failed",
                "3,5,10,20",
                true,
                List.of(
                    "Number of machines that fail: in all (exactly), or in addition to a rack"
                        + " (rack-plus).")));
    assertThatThrownBy(() -> Setting.named("availability.sweep"))
        .as("a section")
        .hasMessage("there is no setting availability.sweep");
    assertThatThrownBy(() -> Setting.named("availability.fialed"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void sectionsWithinASectionAreNotItsKeys() {
    assertThat(Setting.of("backup").stream().map(Setting::name).collect(Collectors.toSet()))
        .contains("sweep", "tasks")
        .doesNotContain("index", "time", "chunk-entry-bytes");
  }

  @Test
  void onlyASectionOfThatNameSweeps() {
    assertThat(Setting.sweeps("availability")).isTrue();
    assertThat(Setting.sweeps("backup")).as("a list of shares").isFalse();
    assertThat(Setting.sweeps("durability")).isFalse();
  }
}
