package dev.varve.jobs.derive.update;

import static dev.varve.jobs.engine.run.Terminal.rows;
import static dev.varve.jobs.engine.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.engine.run.DuckDb;
import dev.varve.jobs.engine.run.LayoutOfBlobs;
import dev.varve.jobs.engine.run.SmallWorld;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Changed and removed files of the images of two repositories, worked out by hand. Layers are words
 * such as {@code a/b=30}, a file of 30 bytes that are the same in every file of 30 bytes, or {@code
 * a>b}, a hard link to b, or {@code a@b}, a symbolic one. umoci unpacks the trees that are counted.
 */
class TreeChangesTest {
  private static final String A = "f1=10 f2=20";
  private static final String TURNED = "f2=20 f1=10";
  private static final String FOLDER = "d/x=7 d/y=9";
  private static final String LINKED = "h/a=50 h/b>h/a";
  private static final String THROUGH = "u/x=7 lib@u";
  private static final String CUT_SHORT = "cut short";

  /** Each with the changed files and their bytes, and the removed ones and theirs. */
  private static final List<String> CHANGES =
      List.of(
          "a 2 25 1 10", // a copy at another path, and a whiteout
          "a 1 10 2 25",
          "a 1 5 1 10", // the same content at its path
          "a 2 16 2 25",
          "a 1 3 2 16", // an opaque folder
          "a 1 4 1 3", // a file in its place
          "a 2 16 1 4", // the same layer twice, and a folder in place of the file
          "a 2 50 2 16", // a hard link
          "a 0 0 0 0", // its content as a file of its own
          "a 1 0 0 0", // a hard link to a file of a lower layer
          "a - - - -", // a layer that was not read
          "a - - - -",
          "a 1 7 2 30", // a linked folder
          "a 1 0 0 0", // a hard link to a file in it
          "a 1 8 1 0", // another content through the link
          "a 0 0 0 0", // the same without it
          "a 1 0 1 8", // a hard link and a whiteout through it
          "b 2 25 1 10");

  @TempDir private static Path folder;
  private static Path warehouse;

  private static byte[] archive(String words) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes)) {
      for (String word : words.split(" ")) {
        String[] parts = word.split("[=>@]");
        if (word.contains(">") || word.contains("@")) {
          TarArchiveEntry link =
              new TarArchiveEntry(
                  parts[0], word.contains(">") ? TarConstants.LF_LINK : TarConstants.LF_SYMLINK);
          link.setLinkName(parts[1]);
          tar.putArchiveEntry(link);
        } else {
          int size = parts.length == 1 ? 0 : Integer.parseInt(parts[1]);
          byte[] content = new byte[size];
          new Random(size).nextBytes(content);
          TarArchiveEntry file = new TarArchiveEntry(parts[0]);
          file.setSize(size);
          file.setModTime(0);
          tar.putArchiveEntry(file);
          tar.write(content);
        }
        tar.closeArchiveEntry();
      }
    }
    return bytes.toByteArray();
  }

  /** Adds an image, which is the last of its repository: it was built later than the others. */
  private static void image(LayoutOfBlobs repository, int day, String... layers)
      throws IOException {
    for (String layer : layers) {
      byte[] archive = archive(layer);
      ByteArrayOutputStream blob = new ByteArrayOutputStream();
      try (GZIPOutputStream out = new GZIPOutputStream(blob)) {
        out.write(archive);
      }
      byte[] bytes = blob.toByteArray();
      repository.layer(
          archive, layer.equals(CUT_SHORT) ? Arrays.copyOf(bytes, bytes.length / 2) : bytes);
    }
    repository.builtOnDay(day).endImage();
  }

  @BeforeAll
  static void ingest() throws Exception {
    warehouse = folder.resolve("w");
    LayoutOfBlobs a = new LayoutOfBlobs(Files.createDirectories(folder.resolve("images/a")));
    image(a, 1, A);
    image(a, 2, A, "g=20 f3=5 .wh.f1");
    image(a, 3, TURNED);
    image(a, 4, TURNED, "f2=20 f3=5 .wh.f1");
    image(a, 5, FOLDER);
    image(a, 6, FOLDER, "d/.wh..wh..opq d/z=3");
    image(a, 7, FOLDER, "d=4");
    image(a, 8, FOLDER, "d=4", FOLDER);
    image(a, 9, LINKED);
    image(a, 10, LINKED, "h/b=50");
    image(a, 11, LINKED, "k>h/a");
    image(a, 12, LINKED, CUT_SHORT);
    image(a, 13, A, A);
    image(a, 14, THROUGH);
    image(a, 15, THROUGH, "y>lib/x");
    image(a, 16, THROUGH, "lib/x=8");
    image(a, 17, THROUGH, "u/x=8");
    image(a, 18, THROUGH, "lib/x=8", "y>lib/x lib/.wh.x");
    LayoutOfBlobs b = new LayoutOfBlobs(Files.createDirectories(folder.resolve("images/b")));
    image(b, 1, A);
    image(b, 2, A, "g=20 f3=5 .wh.f1");
    a.finishEnded();
    b.finishEnded();
    varve("ingest registry %s --warehouse %s", folder.resolve("images"), warehouse).done();
    varve("derive --warehouse %s", warehouse).done();
  }

  private static List<String> changes(Path of) {
    return rows(
            of,
            """
            SELECT concat_ws(' ', regexp_replace(repository, '.*/', ''), coalesce(CAST(changed_files AS STRING), '-'),
              coalesce(CAST(changed_bytes AS STRING), '-'), coalesce(CAST(removed_files AS STRING), '-'),
              coalesce(CAST(removed_bytes AS STRING), '-')) AS line
            FROM image_update ORDER BY update_number
            """)
        .stream()
        .map(line -> line.text("line"))
        .toList();
  }

  @Test
  void changedAndRemovedFilesAreThoseOfTheUnpackedImages() {
    assertThat(changes(warehouse)).isEqualTo(CHANGES);
  }

  @Tag("thorough")
  @Test
  void sparkFindsTheSame() throws Exception {
    Path other = SmallWorld.copy(warehouse, folder.resolve("spark"));
    varve("derive --warehouse %s --set engine.name=spark", other).done();
    assertThat(DuckDb.rows(other, "image_update"))
        .isEqualTo(DuckDb.rows(warehouse, "image_update"));
  }

  /** The entries of both images of the sixteen updates whose layers were read add up to 105. */
  @Test
  void allUpdatesAreComparedOrNone() {
    assertThat(compared(105)).hasSize(16);
    assertThat(compared(104)).isEmpty();
    assertThat(compared(0)).isEmpty();
  }

  private static List<String> compared(int entries) {
    Path other = SmallWorld.copy(warehouse, folder.resolve("most" + entries));
    String said =
        varve("derive --warehouse %s --set derive.updates.tree-entries=" + entries, other)
            .done()
            .err();
    String left =
        "changed and removed files of no update; for 16 updates:"
            + " --set derive.updates.tree-entries=105";
    assertThat(said.contains(left)).isEqualTo(entries < 105);
    return changes(other).stream().filter(line -> !line.endsWith("-")).toList();
  }
}
