package dev.varve.synthetic.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.model.Seed;
import dev.varve.synthetic.content.Calendar;
import dev.varve.synthetic.content.Content;
import dev.varve.synthetic.content.ContentKind;
import dev.varve.synthetic.content.FileTree;
import dev.varve.synthetic.content.SyntheticEntry;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.junit.jupiter.api.Test;

class ArchiveTest {
  private static final String UNICODE = "\u9577\u3044/\u540d\u524d";
  private static final String LONG = "a-directory-with-a-long-name/".repeat(10) + "file";

  private final FileTree tree =
      new FileTree(Calendar.START)
          .addFile("bin/tool", new Content(ContentKind.ELF_AMD64, new Seed(1), 5_000))
          .addHardLink("bin/tool-1", "bin/tool")
          .addSymlink("bin/t", "tool")
          .addFile("caf\udce9", Content.EMPTY)
          .addFile(UNICODE, Content.EMPTY)
          .addFile(LONG, Content.EMPTY)
          .addBare("null", SyntheticEntry.Kind.NULL_DEVICE)
          .addBare("queue", SyntheticEntry.Kind.FIFO)
          .addWhiteout("etc/gone")
          .addOpaque("etc/hidden");

  @Test
  void directoriesComeBeforeWhatIsInThemAndTargetsBeforeHardLinks() throws IOException {
    assertThat(names(Archive.PAX, "UTF-8"))
        .containsSubsequence("bin/", "bin/t", "bin/tool", "bin/tool-1", "etc/", "etc/.wh.gone")
        .containsSubsequence("etc/hidden/", "etc/hidden/.wh..wh..opq");
  }

  @Test
  void namesSurviveInBothDialects() throws IOException {
    assertThat(names(Archive.PAX, "UTF-8")).contains(UNICODE, LONG);
    assertThat(names(Archive.GNU, "UTF-8")).contains("./", "./" + UNICODE, "./" + LONG);
  }

  @Test
  void aNameThatIsNoUtf8IsKeptToTheByte() throws IOException {
    assertThat(names(Archive.PAX, "ISO-8859-1")).contains("caf\u00e9");
    assertThat(names(Archive.GNU, "ISO-8859-1")).contains("./caf\u00e9");
  }

  @Test
  void kindsAreThoseOfTheTree() throws IOException {
    List<TarArchiveEntry> entries = entries(Archive.GNU, "UTF-8");
    assertThat(entries)
        .filteredOn(TarArchiveEntry::isLink)
        .singleElement()
        .returns("./bin/tool", TarArchiveEntry::getLinkName)
        .returns(0L, TarArchiveEntry::getSize);
    assertThat(entries)
        .filteredOn(TarArchiveEntry::isSymbolicLink)
        .singleElement()
        .returns("tool", TarArchiveEntry::getLinkName);
    assertThat(entries).filteredOn(TarArchiveEntry::isFIFO).hasSize(1);
    assertThat(entries)
        .filteredOn(TarArchiveEntry::isCharacterDevice)
        .singleElement()
        .returns(1, TarArchiveEntry::getDevMajor)
        .returns(3, TarArchiveEntry::getDevMinor);
  }

  private List<String> names(Archive dialect, String encoding) throws IOException {
    return entries(dialect, encoding).stream().map(TarArchiveEntry::getName).toList();
  }

  private List<TarArchiveEntry> entries(Archive dialect, String encoding) throws IOException {
    List<TarArchiveEntry> entries = new ArrayList<>();
    ByteArrayInputStream bytes = new ByteArrayInputStream(dialect.write(tree));
    try (TarArchiveInputStream tar = new TarArchiveInputStream(bytes, encoding)) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        entries.add(entry);
      }
    }
    return entries;
  }
}
