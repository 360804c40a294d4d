package dev.varve.jobs.cli;

import static dev.varve.jobs.engine.run.Terminal.rows;
import static dev.varve.jobs.engine.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.varve.jobs.engine.run.LayoutOfBlobs;
import dev.varve.jobs.engine.run.SmallWorld;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Report removable-files against what find counts in the folders that the layers were packed from.
 * Image first deletes in its second layer what its first one has; image second has the first one
 * alone.
 */
class RemovableLinesTest {
  @TempDir private static Path folder;
  private static Path base;
  private static Path python;
  private static Path node;
  private static Path warehouse;
  private static final Random RANDOM = new Random(3);

  private static void file(Path root, String path, int bytes) throws IOException {
    byte[] written = new byte[bytes];
    RANDOM.nextBytes(written);
    Path at = root.resolve(path);
    Files.createDirectories(at.getParent());
    Files.write(at, written);
  }

  private static Path layer(String name) throws IOException {
    return Files.createDirectories(folder.resolve("layers").resolve(name));
  }

  private static void add(LayoutOfBlobs image, Path root) throws Exception {
    byte[] archive = run("tar", "-C", root.toString(), "--sort=name", "-cf", "-", ".");
    ByteArrayOutputStream blob = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(blob)) {
      out.write(archive);
    }
    image.layer(archive, blob.toByteArray());
  }

  private static byte[] run(String... command) throws Exception {
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    byte[] out = process.getInputStream().readAllBytes();
    assertThat(process.waitFor()).isZero();
    return out;
  }

  /** Files and their bytes, as find prints them, below folders of a layer. */
  private static String found(Path root, String... tests) throws Exception {
    List<String> command = new ArrayList<>(List.of("find", root.toString(), "-type", "f"));
    command.addAll(List.of(tests));
    command.addAll(List.of("-printf", "%s\n"));
    List<Long> sizes =
        new String(run(command.toArray(String[]::new)), StandardCharsets.UTF_8)
            .lines()
            .map(Long::valueOf)
            .toList();
    return sizes.size() + " " + sizes.stream().mapToLong(Long::longValue).sum();
  }

  @BeforeAll
  static void ingest() throws Exception {
    assumeTrue(
        new String(run("find", "--version"), StandardCharsets.UTF_8).contains("GNU findutils"));
    base = layer("base");
    file(base, "var/lib/apt/lists/deb.debian.org_Packages", 90_000);
    file(base, "var/lib/apt/lists/partial/half", 700);
    file(base, "var/cache/apt/archives/curl.deb", 30_000);
    file(base, "var/cache/apt/pkgcache.bin", 4_000);
    file(base, "var/lib/dpkg/status", 1_000);
    file(base, "var/lib/dpkg/status-old", 900);
    file(base, "usr/bin/curl", 2_500);
    file(base, "tmp/build/out.o", 8_000);
    file(base, "opt/tmp/kept", 50);
    file(base, "var/log/dpkg.log", 300);
    Path deletes = layer("deletes");
    file(deletes, "var/lib/apt/.wh.lists", 0);
    file(deletes, "var/cache/apt/.wh.pkgcache.bin", 0);
    file(deletes, "tmp/.wh..wh..opq", 0);
    file(deletes, "usr/bin/app", 10);
    python = layer("python");
    file(python, "home/web/.cache/pip/http/a/b/c/d/e", 20_000);
    file(python, "usr/lib/python3/__pycache__/os.pyc", 600);
    file(python, "var/cache/apt/archives/wget.deb", 100);
    node = layer("node");
    file(node, "home/web/.npm/_cacache/content-v2/sha512/aa", 40_000);
    file(node, "home/app/.npm/_logs/1.log", 60);
    file(node, "home/web/.local/share/pnpm/store/v3/one", 5_000);
    file(node, "home/web/.local/share/pnpm/store/v3/two", 6_000);
    Files.createDirectories(node.resolve("home/web/app/node_modules"));
    Files.createLink(
        node.resolve("home/web/app/node_modules/one"),
        node.resolve("home/web/.local/share/pnpm/store/v3/one"));
    LayoutOfBlobs images = new LayoutOfBlobs(Files.createDirectories(folder.resolve("images")));
    add(images, base);
    add(images, deletes);
    add(images, python);
    images.endImage();
    add(images, node);
    add(images, deletes);
    images.endImage();
    images.finishEnded();
    warehouse = folder.resolve("w");
    varve("ingest registry %s --warehouse %s", folder.resolve("images"), warehouse).done();
  }

  private static List<String> places(Path of) {
    return rows(
            of,
            "SELECT name, place, files, bytes, deleted_files, deleted_bytes FROM layer_removable"
                + " ORDER BY place, files")
        .stream()
        .map(
            line ->
                String.join(
                    " ",
                    line.text("name"),
                    line.text("place"),
                    line.text("files"),
                    line.text("bytes"),
                    "deleted",
                    line.text("deleted_files"),
                    line.text("deleted_bytes")))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("dev.varve.jobs.engine.run.TestEngine#engines")
  void filesInKnownPlacesAreThoseThatFindFinds(String engine) throws Exception {
    Path copy = SmallWorld.copy(warehouse, folder.resolve("w-" + engine));
    varve("derive --warehouse %s --set engine.name=%s", copy, engine).done();
    assertThat(places(copy))
        .containsExactly(
            "npm home/app/.npm " + found(node, "-path", "*/home/app/.npm/*") + " deleted 0 0",
            "pip home/web/.cache/pip " + found(python, "-path", "*/.cache/pip/*") + " deleted 0 0",
            "pnpm home/web/.local/share/pnpm/store "
                + found(node, "-path", "*/pnpm/store/*", "-links", "1")
                + " deleted 0 0",
            "npm home/web/.npm " + found(node, "-path", "*/home/web/.npm/*") + " deleted 0 0",
            whole("temporary files tmp", base, base.resolve("tmp")),
            "apt var/cache/apt " + found(python, "-path", "*/var/cache/apt/*") + " deleted 0 0",
            "apt var/cache/apt "
                + found(base.resolve("var/cache/apt"))
                + " deleted "
                + found(base.resolve("var/cache/apt/pkgcache.bin")),
            whole("apt var/lib/apt/lists", base, base.resolve("var/lib/apt/lists")),
            "apt var/lib/dpkg " + found(base, "-name", "status-old") + " deleted 0 0",
            "logs var/log " + found(base, "-path", "*/var/log/*") + " deleted 0 0");
    assertThat(varve("report removable-files --format csv --warehouse %s", copy).done().out())
        .contains("\nALL,", ",apt,".substring(1), "var/lib/apt/lists");
  }

  /** A place that a later layer deletes whole. */
  private static String whole(String start, Path root, Path at) throws Exception {
    assertThat(at).startsWith(root);
    return start + " " + found(at) + " deleted " + found(at);
  }

  /** In a blob that is not compressed a file takes a header and its blocks of 512 bytes. */
  @Test
  void storedBytesAreThoseOfTheFilesInTheBlob(@TempDir Path other) throws Exception {
    LayoutOfBlobs images = new LayoutOfBlobs(Files.createDirectories(other.resolve("images")));
    byte[] archive = run("tar", "-C", base.toString(), "-cf", "-", ".");
    images.layer(archive, archive);
    images.finish();
    varve("ingest registry %s --warehouse %s", other.resolve("images"), other.resolve("w")).done();
    varve("derive --warehouse %s", other.resolve("w")).done();
    assertThat(
            rows(other.resolve("w"), "SELECT place, stored_bytes FROM layer_removable ORDER BY 1")
                .stream()
                .map(line -> line.text("place") + " " + line.text("stored_bytes")))
        .containsExactly(
            "tmp " + (512 + 16 * 512),
            "var/cache/apt " + (2 * 512 + (59 + 8) * 512),
            "var/lib/apt/lists " + (2 * 512 + (176 + 2) * 512),
            "var/lib/dpkg " + (512 + 2 * 512),
            "var/log " + (512 + 512));
  }

  /** A layer that one image keeps as it is, and another deletes from, is deleted from in none. */
  @Test
  void whatOneImageKeepsIsNotDeleted(@TempDir Path other) throws Exception {
    LayoutOfBlobs images = new LayoutOfBlobs(Files.createDirectories(other.resolve("images")));
    add(images, base);
    add(images, folder.resolve("layers/deletes"));
    images.endImage();
    add(images, base);
    images.endImage();
    images.finishEnded();
    varve("ingest registry %s --warehouse %s", other.resolve("images"), other.resolve("w")).done();
    varve("derive --warehouse %s", other.resolve("w")).done();
    assertThat(places(other.resolve("w")))
        .hasSize(5)
        .allMatch(line -> line.endsWith("deleted 0 0"));
  }

  @Test
  void placesAreASetting() throws Exception {
    Path copy = SmallWorld.copy(warehouse, folder.resolve("mine"));
    varve(
            "derive --warehouse %s --set %s",
            copy, "derive.removable-paths=mine=%%/__pycache__/%%,o'x=/opt/%%".replace("%%", "%"))
        .done();
    assertThat(places(copy))
        .containsExactly(
            "o'x opt " + found(base.resolve("opt")) + " deleted 0 0",
            "mine usr/lib/python3/__pycache__ 1 600 deleted 0 0");
    varve("derive --warehouse %s --set derive.removable-paths=[]", copy).done();
    assertThat(places(copy)).isEmpty();
  }

  /**
   * Targets of cache mounts in Docker's pages on builds, and folders that hadolint's rules on
   * package managers name, with the tool that they belong to.
   */
  @Test
  void placesThatDockerAndHadolintNameAreKnown(@TempDir Path other) throws Exception {
    List<String> known =
        List.of(
            "apt var/cache/apt",
            "apt var/lib/apt/lists",
            "apk var/cache/apk",
            "cargo usr/local/cargo/git",
            "cargo usr/local/cargo/registry",
            "conda opt/conda/pkgs",
            "dnf and yum var/cache/dnf",
            "dnf and yum var/cache/libdnf5",
            "dnf and yum var/cache/yum",
            "gem root/.gem/specs",
            "go go/pkg/mod",
            "go root/.cache/go-build",
            "npm root/.npm",
            "nuget root/.nuget/packages",
            "pacman var/lib/pacman/sync",
            "pip root/.cache/pip",
            "temporary files tmp",
            "yarn usr/local/share/.cache/yarn",
            "zypper var/cache/zypp");
    Path root = Files.createDirectories(other.resolve("root"));
    for (String line : known) {
      String place = line.substring(line.lastIndexOf(' ') + 1);
      file(root, place + "/cache/db/one", 10);
    }
    file(root, "root/.cache/huggingface/model", 10);
    LayoutOfBlobs images = new LayoutOfBlobs(Files.createDirectories(other.resolve("images")));
    add(images, root);
    images.finish();
    varve("ingest registry %s --warehouse %s", other.resolve("images"), other.resolve("w")).done();
    varve("derive --warehouse %s", other.resolve("w")).done();
    assertThat(places(other.resolve("w")))
        .containsExactlyInAnyOrderElementsOf(
            known.stream().map(line -> line + " 1 10 deleted 0 0").toList());
  }
}
