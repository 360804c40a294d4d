package dev.varve.input.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Names of backing files in the words of QEMU's block drivers: a protocol alone gives the file's
 * bytes, qcow2 what its guest sees, raw what lies below it, and without a driver the magic decides.
 */
class BackingJsonTest {
  private static final String IN = "{\"driver\":\"file\",\"filename\":\"in ner\"}";

  @TempDir private Path folder;

  @BeforeEach
  void anImageWhoseGuestSeesLetters() throws IOException {
    new HandQcow2().data(0, 'a').write(folder.resolve("in ner"));
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '\'',
      delimiter = ';',
      value = {
        "%s; Q",
        "{\"filename\":\"in ner\"}; a",
        "{\"file.filename\":\"in ner\"}; a",
        "{\"file\":%s}; a",
        "{\"driver\":\"raw\",\"file\":%s}; Q",
        "{\"driver\":\"host_device\",\"filename\":\"in ner\"}; Q",
        "{\"driver\":\"qcow2\",\"file\":%s}; a",
        "{\"driver\":\"qcow2\",\"file\":{\"driver\":\"raw\",\"file\":%s}}; a",
        "{\"driver\":\"raw\",\"file\":{\"driver\":\"qcow2\",\"file\":%s}}; a",
        "{\"driver\":\"raw\",\"file\":{\"driver\":\"raw\",\"file\":{\"driver\":\"raw\",\"file\":%s}}}; Q"
      })
  void driversDecideWhatIsReadOfTheFile(String json, char first) throws IOException {
    Path top = new HandQcow2().over("json:" + json.formatted(IN)).grow(2048).write(path("top"));
    try (Disk disk = Disks.open(top)) {
      assertThat((char) Disks.content(disk, 512)[0]).isEqualTo(first);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '\'',
      value = {
        "{\"driver\":\"qcow2\",\"file\":{\"driver\":\"qcow2\",\"file\":%s}}; an image inside an",
        "{\"file\":{\"file\":{\"file\":{\"file\":%s}}}}; no file.filename in",
        "{\"driver\":\"raw\",\"file\":{\"driver\":\"file\",\"filename\":\"in ner\",\"size\":512}}; "
            + "has the option file.size",
        "{\"driver\":\"qcow2\",\"backing\":null,\"file\":%s}; has the option backing",
        "{\"driver\":\"qcow2\",\"data-file\":{\"driver\":\"file\"},\"file\":%s}; option data-file"
      })
  void whatIsReadInNoWayIsUnsupported(String json, String words) throws IOException {
    MalformedBlobException fault = fault(new HandQcow2().over("json:" + json.formatted(IN)));
    assertThat(fault).hasMessageContaining(words);
    assertThat(fault.reason()).isEqualTo(RejectReason.UNSUPPORTED);
    assertThat(fault.offset()).isEqualTo(112);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "  ", "a\\u0001b", "a\\u001fb"})
  void aFilenameHasLettersAndNoControls(String name) throws IOException {
    MalformedBlobException fault =
        fault(new HandQcow2().over("json:{\"file.filename\":\"" + name + "\"}"));
    assertThat(fault.reason()).isEqualTo(RejectReason.CORRUPT);
    assertThat(fault.offset()).isEqualTo(112);
  }

  @Test
  void aPlainNameMayHaveBlanks() throws IOException {
    try (Disk disk = Disks.open(new HandQcow2().over("in ner").write(path("top")))) {
      assertThat(Disks.content(disk, 512)[0]).isEqualTo((byte) 'a');
      Disk backing = disk.backing();
      assertThat(
              Map.of("above", disk.location(), "below", backing == null ? "" : backing.location()))
          .containsEntry("above", FolderStore.uri(path("top")))
          .containsEntry("below", FolderStore.uri(path("in ner")));
    }
  }

  private MalformedBlobException fault(HandQcow2 image) throws IOException {
    Path top = image.write(path("top"));
    return catchThrowableOfType(MalformedBlobException.class, () -> Disks.open(top));
  }

  private Path path(String name) {
    return folder.resolve(name);
  }
}
