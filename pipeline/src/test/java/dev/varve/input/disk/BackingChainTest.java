package dev.varve.input.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names of backing files, and chains that lead nowhere or for ever. */
class BackingChainTest {
  @TempDir private Path folder;
  private final FolderStore store = new FolderStore();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "in/base.raw",
        "./in/../in//base.raw",
        "file:in/base.raw",
        "%D/in/base.raw",
        "file:%D/in/base.raw",
        "file://%D/in/base.raw",
        "json:{\"driver\":\"file\",\"filename\":\"in/base.raw\"}",
        "json:{\"driver\":\"raw\",\"file\":{\"driver\":\"file\",\"filename\":\"%D/in/base.raw\"}}",
        "json:{\"driver\":\"raw\",\"file.driver\":\"file\",\"file.filename\":\"in/base.raw\"}",
        "json:{\"file.filename\":\"in/base.raw\"}"
      })
  void allFormsOfANameLeadToTheFile(String name) throws IOException {
    Files.createDirectory(folder.resolve("in"));
    Files.write(folder.resolve("in/base.raw"), "base".getBytes(StandardCharsets.US_ASCII));
    Path image = new HandQcow2().over(name.replace("%D", "" + folder)).write(path("top"));
    try (Disk disk = Disks.open(image)) {
      assertThat(Disks.content(disk, 100)).startsWith('b', 'a', 's', 'e', 0);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nbd://host/export",
        "json:{\"driver\":\"nbd\",\"host\":\"a\"}",
        "json:{\"driver\":\"qed\",\"file.filename\":\"base\"}",
        "json:{\"driver\":\"raw\",\"offset\":512,\"file.filename\":\"base\"}",
        "json:{\"driver\":\"raw\",\"file\":\"node\"}",
        "json:{}"
      })
  void whatIsNoPlainFileIsUnsupported(String name) throws IOException {
    MalformedBlobException fault = fault(new HandQcow2().over(name).write(path("top")));
    assertThat(fault.reason()).as(fault.explanation()).isEqualTo(RejectReason.UNSUPPORTED);
    assertThat(fault.offset()).isEqualTo(112);
  }

  @Test
  void brokenJsonIsCorrupt() throws IOException {
    Path image = new HandQcow2().over("json:{\"driver\":").write(path("top"));
    assertThat(fault(image).reason()).isEqualTo(RejectReason.CORRUPT);
  }

  @Test
  void aMissingBackingFileIsNamed() throws IOException {
    new HandQcow2().over("gone.qcow2").write(path("middle"));
    MalformedBlobException fault = fault(new HandQcow2().over("middle").write(path("top")));
    assertThat(fault.reason()).isEqualTo(RejectReason.ABSENT);
    assertThat(fault.explanation()).contains(folder + "/gone.qcow2");
    assertThat(store.open()).isZero();
  }

  @Test
  void aLoopIsNamedAndNotFollowed() throws IOException {
    new HandQcow2().over("./b").write(path("a"));
    Path image = new HandQcow2().over("a").write(path("b"));
    MalformedBlobException fault = fault(image);
    assertThat(fault.reason()).isEqualTo(RejectReason.CORRUPT);
    assertThat(fault.explanation())
        .contains(folder + "/b -> file:" + folder + "/a -> file:" + folder + "/b");
    assertThat(fault(new HandQcow2().over("self").write(path("self"))).explanation())
        .contains("loops");
    assertThat(store.open()).isZero();
  }

  @Test
  void aFileOutsideOfTheInputsIsNotOpened() throws IOException {
    Path inside = Files.createDirectory(folder.resolve("inside"));
    Files.write(path("secret.raw"), new byte[512]);
    for (String name : List.of("../secret.raw", "/etc/hostname", "../inside2/x")) {
      Path image = new HandQcow2().over(name).write(inside.resolve("top"));
      MalformedBlobException fault = fault(image);
      assertThat(fault.reason()).isEqualTo(RejectReason.UNSUPPORTED);
      assertThat(fault.explanation()).contains("outside of the inputs").contains("rebase");
    }
  }

  @Test
  void aFaultOfABackingFileNamesIt() throws IOException {
    new HandQcow2().entry(5, 2).write(path("base"));
    Path image = new HandQcow2().over("base").write(path("top"));
    try (Disk disk = Disks.open(image)) {
      MalformedBlobException fault =
          catchThrowableOfType(MalformedBlobException.class, () -> Disks.content(disk, 512));
      assertThat(fault.explanation()).startsWith("backing file file:" + folder + "/base: ");
      assertThat(fault.offset()).isEqualTo(1024 + 40);
    }
  }

  @Test
  void aChainOf1024FilesIsReadAndALongerOneRefused() throws IOException {
    new HandQcow2().data(7, 'x').write(path("0"));
    for (int file = 1; file <= 1024; file++) {
      new HandQcow2().over("" + (file - 1)).write(path("" + file));
    }
    try (Disk disk = Disks.open(path("1023"))) {
      assertThat(Disks.content(disk, 5000)[7 * 512]).isEqualTo((byte) 'x');
      assertThat(disk.extentAt(7 * 512)).isEqualTo(new Extent(3584, 512, Extent.Kind.DATA, 1023));
    }
    assertThat(fault(path("1024")).reason()).isEqualTo(RejectReason.LIMIT);
    assertThat(store.open()).isZero();
  }

  private MalformedBlobException fault(Path image) {
    String root = FolderStore.uri(Objects.requireNonNull(image.getParent()));
    DiskOpener opener = new DiskOpener(store, List.of(root));
    return catchThrowableOfType(
        MalformedBlobException.class, () -> opener.open(FolderStore.uri(image), null, null));
  }

  private Path path(String name) {
    return folder.resolve(name);
  }
}
