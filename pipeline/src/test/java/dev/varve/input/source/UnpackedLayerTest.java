package dev.varve.input.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.input.disk.FolderStore;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Archives that are put together again, and stores that lead elsewhere. */
class UnpackedLayerTest {
  private final FolderStore store = new FolderStore();
  @TempDir private Path folder;
  private Path diff = Path.of("");
  private Path split = Path.of("");

  @BeforeEach
  void folders() throws IOException {
    diff = Files.createDirectories(folder.resolve("store/diff"));
    split = folder.resolve("store/layer.tar-split.gz");
  }

  @Test
  void anArchiveIsAsItWas() throws IOException {
    Map<String, byte[]> files = new LinkedHashMap<>();
    files.put("a", "text of a".getBytes(StandardCharsets.UTF_8));
    files.put("deep/b", new byte[70_000]);
    files.put("empty", new byte[0]);
    files.put("n".repeat(150), new byte[] {1, 2, 3});
    byte[] tar = Shelf.tar(files);
    for (Map.Entry<String, byte[]> file : files.entrySet()) {
      Path path = diff.resolve(file.getKey());
      Files.createDirectories(path.getParent());
      Files.write(path, file.getValue());
    }
    Files.write(split, SplitArchives.of(tar));
    try (InputStream in = UnpackedLayer.open(store, location())) {
      assertThat(in.readAllBytes()).isEqualTo(tar);
    }
    assertThat(TarSplit.archiveBytes(store, FolderStore.uri(split))).isEqualTo(tar.length);
    BlobPlace place = new BlobPlace(location(), 0, tar.length).withoutFirst(600);
    try (InputStream in = new BlobPlace(place.location(), 600, 40).open(store)) {
      assertThat(in.readAllBytes()).isEqualTo(Arrays.copyOfRange(tar, 600, 640));
    }
    assertThat(place.label()).isEqualTo(FolderStore.uri(split));
  }

  /**
   * What {@code tar-split disasm} 0.12.3 writes of an archive of GNU tar: {@code a}, {@code
   * deep/b}, {@code empty}; and {@code sha256sum} of that.
   */
  @Test
  void anArchiveThatTarSplitTookApartIsAsItWas() throws IOException {
    String described =
        "H4sIAAAAAAACA+3aTWvCMBwG8LsfI2dhbXXKBA9xsbOwFBxD0VvXlq61b0O3GMXvvmzKbEd3dHbu+YE0QRNMSZ7+"
            + "D92Slcx90jOaJHdknDke6ZHZmJ4fo4IzathsTPm+LTg9XNWHsmObs+G63N9/b2+4psYEnNbBQHdbD89u8LmOU6i6"
            + "N5euT9TGzZbhKsxS0tN2je1hQ+tNkjqJahBH/WQZblTzprjJo1knYGbSdqVVnkQ/TlI6FRSgtgaL+XQi7g3rrP9i"
            + "nzozzf4hjQ5XyR+pbkeU8nJqq/5Q8MiV9FaNq4PRZOPdmfJjDSd8yhXvjeAXv1f75cA1qlLb8/386ukruruaUkxj"
            + "O7DeZPSSmY4oz9a60PieT3XhjRZ/qCir7K85s3QbRdn/KcraVcfbT/KVJIXzmb7GcXHUNaowAIDfr8g6CF8AAAAA"
            + "AAAAAAAAAAAAAAAAAAAAAACACt9evu7uGu+nw0QUlj8AAA==";
    Files.write(split, Base64.getDecoder().decode(described));
    Files.createDirectory(diff.resolve("deep"));
    Files.writeString(diff.resolve("a"), "text of a");
    Files.write(diff.resolve("deep/b"), new byte[70_000]);
    Files.createFile(diff.resolve("empty"));
    try (InputStream in = UnpackedLayer.open(store, location())) {
      assertThat(Shelf.digest(in.readAllBytes()))
          .isEqualTo("sha256:5487588e857d9a2f1cb0f49729ebb99cfc0b24326ea6824cd8d21d819f9cc9c5");
    }
    assertThat(TarSplit.archiveBytes(store, FolderStore.uri(split))).isEqualTo(81_920);
  }

  /** Other files of the machine, whose bytes would come into recipes and samples. */
  @ParameterizedTest
  @CsvSource({
    "link, its file link is a link out of the folder of the layer",
    "out/secret, its file out/secret is a link out of the folder of the layer",
    "../secret, its file ../secret is outside of the folder of the layer",
    "a/../../secret, its file a/../../secret is outside of the folder of the layer",
    "/../secret, its file /../secret is outside of the folder of the layer"
  })
  void nothingOutsideOfTheFolderIsRead(String name, String message) throws IOException {
    Files.writeString(folder.resolve("store/secret"), "secret");
    Files.createSymbolicLink(diff.resolve("link"), Path.of("../secret"));
    Files.createSymbolicLink(diff.resolve("out"), Path.of(".."));
    write(SplitArchives.file(name, 6));
    assertRefused(RejectReason.CORRUPT, message);
  }

  /** As of a layer that replaces a folder by a link, and has files behind it. */
  @Test
  void aLinkWithinTheFolderIsFollowed() throws IOException {
    Files.createDirectories(diff.resolve("usr/bin"));
    Files.writeString(diff.resolve("usr/bin/tool"), "tool");
    Files.createSymbolicLink(diff.resolve("bin"), Path.of("usr/bin"));
    write(SplitArchives.file("./bin/tool", 4) + SplitArchives.file("/usr/bin/tool", 4));
    try (InputStream in = UnpackedLayer.open(store, location())) {
      assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo("tooltool");
    }
  }

  @Test
  void whatIsNotAsDescribedIsNamed() throws IOException {
    Files.writeString(diff.resolve("short"), "abc");
    String uri = FolderStore.uri(diff);
    write(SplitArchives.file("short", 5));
    assertRefused(RejectReason.TRUNCATED, "its file short in " + uri + " lacks 2 bytes");
    write(SplitArchives.file("gone", 5));
    assertRefused(RejectReason.ABSENT, "the folder " + uri + " does not contain its file gone");
    write(SplitArchives.file("short", -5));
    assertRefused(
        RejectReason.CORRUPT, "the tar-split of the layer is damaged: its file short has -5 bytes");
    write("[1]");
    assertRefused(
        RejectReason.CORRUPT, "the tar-split of the layer is damaged: no list of objects");
    write("{\0\0\0e!:1");
    assertThatThrownBy(this::readAll).hasMessageContaining("the tar-split of the layer is damaged");
    write("{\"type\":3}");
    assertRefused(
        RejectReason.CORRUPT, "the tar-split of the layer is damaged: an entry of type 3");
    write("{\"type\":2,\"payload\":\"" + "A".repeat(9 << 20) + "\"}");
    assertThatThrownBy(this::readAll).hasMessageContaining("is beyond a limit");
    Files.write(split, new byte[] {31, (byte) 139, 8, 0});
    assertThatThrownBy(this::readAll).hasMessageContaining("the tar-split of the layer is damaged");
    Files.delete(split);
    assertRefused(
        RejectReason.ABSENT, "the store has no tar-split of the layer: " + FolderStore.uri(split));
  }

  private void assertRefused(RejectReason reason, String message) {
    assertThatThrownBy(this::readAll)
        .isInstanceOf(MalformedBlobException.class)
        .hasMessage(message)
        .extracting(fault -> ((MalformedBlobException) fault).reason())
        .isEqualTo(reason);
  }

  private void readAll() throws IOException {
    try (InputStream in = UnpackedLayer.open(store, location())) {
      in.readAllBytes();
    }
  }

  private String location() {
    return UnpackedLayer.location(FolderStore.uri(split), FolderStore.uri(diff));
  }

  private void write(String lines) throws IOException {
    Files.write(split, SplitArchives.gzip(lines));
  }
}
