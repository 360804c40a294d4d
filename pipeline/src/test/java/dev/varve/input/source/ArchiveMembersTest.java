package dev.varve.input.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArchiveMembersTest {
  private static final BlobPlace PLACE = new BlobPlace("file:/in.tar", 512, 7);
  private final ArchiveMembers members = new ArchiveMembers();

  /** As ln -s and readlink -f have it, inside of the archive. */
  @ParameterizedTest
  @CsvSource({
    "link, blob, blob",
    "a/link, blob, a/blob",
    "a/link, ../blob, blob",
    "a/b/link, ../blob, a/blob",
    "a/b/link, ../../blob, blob",
    "a/b/c/link, ../../blob, a/blob",
    "./a/link, ../b/blob, b/blob",
    "link, ../blob, blob"
  })
  void aSymbolicLinkIsRelativeToItsFolder(String link, String target, String file)
      throws MalformedBlobException {
    members.add(file, PLACE);
    members.addSymbolicLink(link, target);
    assertThat(members.find(link)).isEqualTo(PLACE);
    assertThat(members.find(link + "x")).isNull();
  }

  @Test
  void aHardLinkIsANameOfTheArchiveAndTheLastFileCounts() throws MalformedBlobException {
    members.add("./a/file", new BlobPlace("file:/in.tar", 0, 1));
    members.add("a/file", PLACE);
    members.addLink("./b/link", "./a/file");
    assertThat(members.find("b/link")).isEqualTo(PLACE);
  }

  @Test
  void eightNamesAreFollowedAndNoLoop() throws MalformedBlobException {
    members.add("0", PLACE);
    for (int link = 1; link <= 8; link++) {
      members.addLink("" + link, "" + (link - 1));
    }
    assertThat(members.find("7")).isEqualTo(PLACE);
    assertThat(members.find("8")).isNull();
    members.addLink("x", "y");
    members.addLink("y", "x");
    assertThat(members.find("x")).isNull();
  }

  /** 200 bytes and two a letter each: of names of a million letters 33 fit into 64 MiB. */
  @Test
  void membersFillAtMost64Mib() throws MalformedBlobException {
    ArchiveMembers links = new ArchiveMembers();
    String half = "n".repeat(500_000);
    for (int member = 10; member < 43; member++) {
      members.add(member + half + half.substring(2), PLACE);
      links.addLink(member + half, half.substring(2));
    }
    MalformedBlobException one =
        catchThrowableOfType(
            MalformedBlobException.class, () -> members.add("43" + half + half, PLACE));
    MalformedBlobException other =
        catchThrowableOfType(MalformedBlobException.class, () -> links.addLink("43" + half, half));
    assertThat(one.reason()).isEqualTo(RejectReason.LIMIT);
    assertThat(other)
        .hasMessage(
            "the list of members takes more than 64 MiB of memory; skopeo copy makes a folder of the"
                + " archive");
  }
}
