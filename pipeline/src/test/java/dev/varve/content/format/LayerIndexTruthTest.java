package dev.varve.content.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import dev.varve.input.codec.Compression;
import dev.varve.model.EntryKind;
import dev.varve.model.FileEntry;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/**
 * Layers as tools packed them, in tar without extended headers, gzip by zlib level 6. Expected are
 * the sizes of what the tools made of them: stargz-snapshotter/estargz 0.19.1, containers/storage
 * 1.65.1 (zstd:chunked), soci-snapshotter 0.16.1 (zTOC, span 4 MiB), mkfs.erofs 1.9.3 (--tar=f
 * --aufs; -zlz4 without blocks of contents), mkcomposefs 1.0.8, nydus-image 2.2.0 (tar-rafs,
 * version 6, chunks of 1 MiB, zstd).
 */
class LayerIndexTruthTest {
  private static final long JARS_ARCHIVE_BYTES = 65_935_360;
  private static final long JARS_STORED_BYTES = 60_439_706;

  /** Eighteen archives of Maven Central. */
  private static final List<String> JARS =
      List.of(
          "arrow-vector-19.0.0.jar, 1594858",
          "avro-1.12.1.jar, 718936",
          "commons-compress-1.26.1.jar, 1079377",
          "commons-io-2.22.0.jar, 609182",
          "commons-lang3-3.18.0.jar, 702952",
          "commons-math3-3.6.1.jar, 2213560",
          "guava-32.1.3-jre.jar, 3043932",
          "hadoop-client-api-3.5.0.jar, 19811352",
          "jackson-databind-2.21.2.jar, 1701926",
          "log4j-core-2.25.4.jar, 2023860",
          "netty-codec-http-4.2.13.Final.jar, 674478",
          "netty-common-4.2.13.Final.jar, 817850",
          "parquet-column-1.17.0.jar, 3350509",
          "parquet-jackson-1.17.0.jar, 2406179",
          "protobuf-java-3.25.5.jar, 1875414",
          "scala-library-2.13.18.jar, 5940741",
          "spark-core_2.13-4.2.0.jar, 15977232",
          "zookeeper-3.9.5.jar, 1367207");

  private static Entries jars() {
    Entries entries = Entries.of().folder("app").folder("app/lib");
    for (String jar : JARS) {
      String[] fields = jar.split(", ", -1);
      entries.file("app/lib/" + fields[0], Long.parseLong(fields[1]), "archive");
    }
    return entries;
  }

  private static Entries program() {
    return Entries.of().folder("srv").file("srv/main.py", 43, "text");
  }

  private static Entries settings() {
    return Entries.of()
        .folder("etc")
        .folder("etc/nginx")
        .folder("etc/nginx/conf.d")
        .file("etc/nginx/conf.d/default.conf", 39, "text")
        .folder("srv")
        .folder("srv/www")
        .file("srv/www/index.html", 1213, "text");
  }

  private static Entries deletions() {
    return Entries.of()
        .folder("etc")
        .folder("etc/nginx")
        .folder("etc/nginx/sites-available")
        .marker("etc/nginx/sites-available/.wh.default", EntryKind.WHITEOUT)
        .folder("usr")
        .folder("usr/share")
        .folder("usr/share/doc")
        .marker("usr/share/doc/.wh.nginx", EntryKind.WHITEOUT)
        .folder("usr/share/man")
        .marker("usr/share/man/.wh..wh..opq", EntryKind.OPAQUE)
        .folder("var")
        .folder("var/lib")
        .folder("var/lib/dpkg")
        .file("var/lib/dpkg/purged", 0, "empty");
  }

  private static void check(
      Entries entries, Supplier<LayerIndex> index, long bytes, double percent) {
    assertThat(entries.in(index.get(), JARS_ARCHIVE_BYTES, JARS_STORED_BYTES))
        .isCloseTo(bytes, withPercentage(percent));
  }

  /** The whole image: what is beside contents, and contents. */
  private static void checkPlain(Entries entries, long bytes) {
    assertThat(entries.in(ErofsIndex.plain()) + entries.contentBytes()).isEqualTo(bytes);
  }

  @Test
  void eroFsIsExact() {
    checkPlain(jars(), 65_921_024);
    check(jars(), ErofsIndex::compressed, 40_960, 0.001);
    checkPlain(program(), 4_096);
    check(program(), ErofsIndex::compressed, 4_053, 0.001);
    checkPlain(settings(), 4_096);
    check(settings(), ErofsIndex::compressed, 2_844, 0.001);
    checkPlain(deletions(), 4_096);
  }

  @Test
  void zTocIsNear() {
    check(jars(), SociIndex::new, 529_440, 0.1);
    SociIndex small = new SociIndex();
    program().list().forEach(entry -> small.add(entry, new Folders()));
    assertThat(small.tableBytes(10_240, 175)).isCloseTo(33_360, withPercentage(0.1));
  }

  /** Many tables of many entries differ by 2 % in the mean; a small table by more. */
  @Test
  void tableOfEstargzIsNear() {
    check(jars(), EstargzIndex::new, 2_162, 8);
    check(program(), EstargzIndex::new, 429, 8);
    check(settings(), EstargzIndex::new, 522, 8);
  }

  /** Where chunks end depends on contents. */
  @Test
  void tablesOfZstdChunkedAreNear() {
    check(jars(), ZstdChunkedIndex::new, 63_404, 6);
    check(program(), ZstdChunkedIndex::new, 635, 15);
    check(settings(), ZstdChunkedIndex::new, 987, 15);
  }

  /** A thousand links, as Python's tarfile archived them (ustar, owner root). */
  @Test
  void linksOfZstdChunkedAreNear() {
    Entries entries = Entries.of().folder("bin");
    for (int link = 0; link < 1000; link++) {
      entries.symlink("bin/tool-%04d".formatted(link), "busybox");
    }
    check(entries, ZstdChunkedIndex::new, 10_490, 12);
  }

  @Test
  void hardLinksOfZstdChunkedAreNear() {
    Entries entries = Entries.of().folder("a");
    for (int file = 0; file < 300; file++) {
      String name = "%03d".formatted(file);
      entries.file("a/file-" + name, 64, "text");
      entries.hardLink("a/copy-of-" + name, "a/file-" + name);
    }
    check(entries, ZstdChunkedIndex::new, 26_456, 6);
  }

  /** A log of requests that the rolling sum cuts into 364 chunks, each 24 KiB. */
  @Test
  void chunksThatWereCountedCountInZstdChunked() {
    Entries entries =
        Entries.of().folder("var").folder("var/log").file("var/log/app.log", 8_930_568, "text");
    ZstdChunkedIndex counted = new ZstdChunkedIndex();
    Folders folders = new Folders();
    for (FileEntry entry : entries.list()) {
      folders.add(entry);
      if (entry.kind() == EntryKind.FILE) {
        counted.chunksOfNext(364);
      }
      counted.add(entry, folders);
    }
    try (IndexText text = new IndexText()) {
      assertThat(counted.bytes(new LayerTotals(Compression.GZIP, 0, 0, folders, text)))
          .isCloseTo(18_837, withPercentage(6));
    }
  }

  /** The image without its 24,576 bytes, so that its rounding to blocks is in the difference. */
  @Test
  void composefsIsWithinABlock() {
    assertThat(ComposefsIndex.IMAGE_BYTES + jars().in(new ComposefsIndex()))
        .isBetween(28_672L, 28_672L + 4_096);
  }

  @Test
  void nydusIsNear() {
    check(jars(), NydusIndex::new, 29_543, 0.5);
    check(program(), NydusIndex::new, 24_592, 0.1);
    check(settings(), NydusIndex::new, 24_608, 0.1);
    check(deletions(), NydusIndex::new, 8_192, 0.001);
  }
}
