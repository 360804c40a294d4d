package dev.varve.content.squash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.model.EntryKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ImagePathsTest {
  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "etc/.wh.old, etc/old",
        ".wh.x, x",
        "a/.wh..hidden, a/.hidden",
        "a/.wh., -",
        "a/.wh.., -",
        "a/.wh..., -",
        "./a//.wh.x/, a/x"
      })
  void aWhiteoutDeletesTheNameBehindIt(String path, String deleted) {
    assertThat(ImagePaths.whitedOut(path)).isEqualTo(deleted);
  }

  @Test
  void anEntryIsAboutItsPathUnlessItIsAMarker() {
    assertThat(ImagePaths.subject(EntryKind.FILE, "./a//b")).isEqualTo("a/b");
    assertThat(ImagePaths.subject(EntryKind.OPAQUE, "a/b/.wh..wh..opq")).isEqualTo("a/b");
    assertThat(ImagePaths.subject(EntryKind.WHITEOUT, "a/.wh.b")).isEqualTo("a/b");
    assertThat(ImagePaths.subject(EntryKind.WHITEOUT, "a/.wh.")).isNull();
  }

  @Test
  void aKeySortsAFolderRightBeforeWhatIsInIt() {
    assertThat(ImagePaths.key("a/b")).isLessThan(ImagePaths.key("a b")).isLessThan("a!");
    assertThat(ImagePaths.path(ImagePaths.key("a/b c/d"))).isEqualTo("a/b c/d");
  }
}
