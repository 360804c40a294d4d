package dev.varve.content.recipe;

import static dev.varve.input.tar.HandTar.latin;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.varve.input.tar.HandTar;
import dev.varve.input.tar.HandTar.Header;
import dev.varve.model.EntryKind;
import dev.varve.model.FileEntry;
import dev.varve.model.LayerContents;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EntryKindsTest {

  @ParameterizedTest
  @CsvSource({
    "0, etc/.wh.passwd, WHITEOUT",
    "0, .wh.etc, WHITEOUT",
    "0, etc/.wh..hidden, WHITEOUT",
    "0, etc/.wh..wh..opq, OPAQUE",
    "0, .wh..wh..opq, OPAQUE",
    "0, .wh..wh.aufs, METADATA",
    "0, .wh..wh.orph, METADATA",
    "5, .wh..wh.plnk/, METADATA",
    "1, etc/.wh.second, WHITEOUT",
    "1, etc/.wh..wh..opq, OPAQUE",
    "3, etc/.wh.device, WHITEOUT",
    "0, stargz.index.json, METADATA",
    "0, .prefetch.landmark, METADATA",
    "0, .no.prefetch.landmark, METADATA",
    "0, deeper/stargz.index.json, FILE",
    "0, a.wh.b, FILE",
    "0, .wh, FILE",
    "0, .wh.dir/file, FILE",
    "7, contiguous, FILE",
    "Z, unknown, FILE",
    "V, a volume label, METADATA",
    "5, dir, DIRECTORY",
    "D, dump, DIRECTORY",
    "3, null, DEVICE",
    "4, sda, DEVICE",
    "6, pipe, FIFO"
  })
  void theNameAndTheTypeDecide(char type, String name, EntryKind kind) throws IOException {
    FileEntry entry = only(new HandTar().add(Header.ustar(type, name, 0).put(157, "target")));
    assertThat(entry.kind()).isEqualTo(kind);
    assertThat(entry.fingerprint() != null).isEqualTo(kind == EntryKind.FILE);
    boolean link = kind == EntryKind.SYMLINK || kind == EntryKind.HARD_LINK;
    assertThat(entry.linkTarget() != null).isEqualTo(link);
  }

  @ParameterizedTest
  @CsvSource({"1, HARD_LINK", "2, SYMLINK"})
  void aLinkHasATargetEvenWhenItIsEmpty(char type, EntryKind kind) throws IOException {
    FileEntry entry = only(new HandTar().add(Header.ustar(type, "link", 0)));
    assertThat(entry.kind()).isEqualTo(kind);
    assertThat(entry.linkTarget()).isEqualTo(kind == EntryKind.SYMLINK ? "" : ".");
  }

  /** containerd refuses such layers: invalid whiteout name. */
  @ParameterizedTest
  @ValueSource(strings = {".wh.", "etc/.wh.", "etc/.wh./", "etc/.wh..", "etc/.wh..."})
  void aWhiteoutThatNamesNothingIsCorrupt(String name) {
    HandTar tar = new HandTar().file(name, new byte[0]);
    MalformedBlobException e = catchThrowableOfType(MalformedBlobException.class, () -> only(tar));
    assertThat(e.reason()).isEqualTo(RejectReason.CORRUPT);
    assertThat(e.explanation()).contains("whiteout");
  }

  /** A path is one, whatever an archive writes; that of a symbolic link may leave its folder. */
  @Test
  void pathsAndTargetsOfHardLinksAreClean() throws IOException {
    FileEntry hard =
        only(new HandTar().add(Header.ustar('1', "/usr/./b//x", 0).put(157, "./a//y/../x")));
    assertThat(hard.path()).isEqualTo("usr/b/x");
    assertThat(hard.linkTarget()).isEqualTo("a/x");
    FileEntry soft =
        only(new HandTar().add(Header.ustar('2', "usr/../../b", 0).put(157, "..//a/./x")));
    assertThat(soft.path()).isEqualTo("b");
    assertThat(soft.linkTarget()).isEqualTo("..//a/./x");
  }

  @Test
  void metadataHasBytesButNoFingerprintAndNoShareOfTheFiles() throws IOException {
    byte[] archive =
        new HandTar()
            .file("stargz.index.json", latin("{\"version\":1}"))
            .file(".wh.with-content", latin("odd"))
            .file("file", latin("four"))
            .end()
            .bytes();
    Reading reading = Reading.of(archive);
    assertThat(reading.entries()).extracting(FileEntry::bytes).containsExactly(13L, 0L, 4L);
    assertThat(reading.layer().contents().fileBytes()).isEqualTo(4);
    assertThat(reading.layer().contents().entries())
        .returns(1L, LayerContents.Entries::files)
        .returns(1L, LayerContents.Entries::whiteouts)
        .returns(1L, LayerContents.Entries::otherEntries);
  }

  private static FileEntry only(HandTar tar) throws IOException {
    return Reading.of(tar.end().bytes()).entries().get(0);
  }
}
