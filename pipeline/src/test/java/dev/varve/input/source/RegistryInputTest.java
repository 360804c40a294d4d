package dev.varve.input.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.model.ByteStore;
import dev.varve.model.MalformedBlobException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RegistryInputTest {
  private static final String DIGEST = "sha256:" + "0a".repeat(32);

  @ParameterizedTest
  @CsvSource({
    "docker://quay.io,quay.io,'','',0",
    "docker://quay.io/,quay.io,'','',0",
    "docker://localhost:5000/team/app,localhost:5000,team/app,'',0",
    "docker://localhost:5000/app:1.2,localhost:5000,app,1.2,0",
    "docker://[::1]:5000/app:1.2,[::1]:5000,app,1.2,0",
    "docker://h.example/team/*:v1.?*,h.example,team/*,v1.?*,0",
    "docker://h/app?newest=10,h,app,'',10",
    "docker://h/a*:v?newest=3,h,a*,v,3",
    "docker://h?newest=2,h,'','',2",
  })
  void formsOfInputs(String input, String host, String repository, String tag, int newest)
      throws Exception {
    RegistryInput parsed = RegistryInput.parse(input);
    assertThat(parsed).isEqualTo(new RegistryInput(host, repository, tag, "", newest));
    assertThat(RegistryInput.parse(parsed.toString())).isEqualTo(parsed);
  }

  @Test
  void aDigestNamesOneManifest() throws Exception {
    RegistryInput input = RegistryInput.parse("docker://h/app@" + DIGEST);
    assertThat(input).isEqualTo(new RegistryInput("h", "app", "", DIGEST, 0));
    assertThat(input.listsTags()).isFalse();
    assertThat(input.matchesSeveral()).isFalse();
  }

  @Test
  void patternsChooseRepositoriesAndTags() throws Exception {
    RegistryInput input = RegistryInput.parse("docker://h/team/*:v1.?");
    assertThat(input.matchesSeveral()).isTrue();
    assertThat(input.hasRepository("team/a/b")).isTrue();
    assertThat(input.hasRepository("teams/a")).isFalse();
    assertThat(input.hasTag("v1.2")).isTrue();
    assertThat(input.hasTag("v112")).isFalse();
    assertThat(input.hasTag("v1.20")).isFalse();
  }

  /** Each by the grammar of the distribution specification 1.1. */
  @ParameterizedTest
  @CsvSource({
    "docker://h/a/../../b,a/../../b is no repository",
    "docker://h/a//b,a//b is no repository",
    "docker://h//a,/a is no repository",
    "docker://h/a//,a/ is no repository",
    "docker://h/a..b,a..b is no repository",
    "docker://h/a___b,a___b is no repository",
    "docker://h/-a,-a is no repository",
    "docker://h/a_,a_ is no repository",
    "docker://h/../*:v1,../* is no repository",
    "docker://h/a:..,.. is no tag",
    "docker://h/a:-b*,-b* is no tag",
  })
  void namesOutsideTheGrammarAreRefused(String input, String why) {
    assertThatThrownBy(() -> RegistryInput.parse(input))
        .isInstanceOf(MalformedBlobException.class)
        .hasMessageContaining(input + ": " + why);
  }

  @Test
  void namesOfTheGrammarAreAccepted() throws Exception {
    for (String name :
        List.of("a", "0/1", "a.b_c__d---e/f", "team/*", "*", "a?/b*c", "x".repeat(255))) {
      assertThat(RegistryInput.parse("docker://h/" + name).repository()).isEqualTo(name);
    }
    assertThat(RegistryInput.isRepository("x".repeat(256))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "docker://",
        "docker:///app",
        "docker://h/Team",
        "docker://h/app:",
        "docker://h/app:a b",
        "docker://h/app@sha256:12",
        "docker://user@h/app",
        "docker://h/app?newest=0",
        "docker://h/app#x"
      })
  void otherFormsAreRefused(String input) {
    assertThatThrownBy(() -> RegistryInput.parse(input))
        .isInstanceOf(MalformedBlobException.class)
        .hasMessageContaining("docker://HOST");
  }

  /** The heap of this test would take gigabytes of names to exhaust. */
  @Test
  void aListThatExhaustsTheMemoryEndsItsInput() throws Exception {
    ByteStore store =
        new MemoryStore() {
          @Override
          public List<Item> list(String folder) {
            throw new OutOfMemoryError("Java heap space");
          }
        };
    SourceUnit unit = new SourceUnit(SourceUnit.Form.API_REPOSITORY, "docker://h.example/a", "");
    assertThat(ImageSources.split(store, unit))
        .singleElement()
        .asString()
        .contains("more memory than there is");
    assertThatThrownBy(() -> ImageSources.units(store, "docker://h.example"))
        .isInstanceOf(MalformedBlobException.class);
  }
}
