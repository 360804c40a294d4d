package dev.varve.content.restore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.content.recipe.ContentReader;
import dev.varve.content.recipe.LayerReader;
import dev.varve.content.recipe.LayerReading;
import dev.varve.input.codec.InflateEngine;
import dev.varve.input.digest.DigestEngine;
import dev.varve.input.digest.FingerprintRule;
import dev.varve.input.tar.ArchiveLimits;
import dev.varve.input.tar.FramingPieces;
import dev.varve.input.tar.HandTar;
import dev.varve.model.EntryKind;
import dev.varve.model.FileEntry;
import dev.varve.model.FramingPiece;
import dev.varve.model.LayerBlob;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;

/** What is kept of an archive: its recipe and its framing; and the archive made of it again. */
record Restored(byte[] archive, List<FileEntry> entries, List<FramingPiece> framing) {
  static final LayerReading READING =
      new LayerReading(
          FingerprintRule.plain("md5"),
          new ArchiveLimits(1L << 33, 1_000_000, 4096, 1 << 16, 1000),
          InflateEngine.fastest(),
          DigestEngine.fastest(),
          LayerReading.DiffIds.VERIFY);

  static Restored keep(byte[] archive) throws IOException {
    List<FileEntry> entries = new ArrayList<>();
    List<FramingPiece> framing = new ArrayList<>();
    FramingPieces pieces = new FramingPieces(1 << 20, framing::add, framing::clear);
    try (LayerReader reader =
        new LayerReader(expected(archive), new ByteArrayInputStream(archive), READING, pieces)) {
      for (FileEntry entry = reader.next(); entry != null; entry = reader.next()) {
        entries.add(entry);
      }
    }
    return new Restored(archive, entries, framing);
  }

  static LayerBlob expected(byte[] blob) {
    try {
      String hex = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(blob));
      return new LayerBlob("sha256:" + hex, LayerBlob.DigestOf.BLOB, blob.length, List.of(), null);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  Iterator<ArchiveFrame.File> files() {
    return entries.stream()
        .filter(entry -> entry.kind() == EntryKind.FILE)
        .map(
            entry ->
                new ArchiveFrame.File(
                    entry.position(), Objects.requireNonNull(entry.fingerprint())))
        .iterator();
  }

  /** The same contents without holes, in the opposite order, under other names. */
  byte[] donor() throws IOException {
    List<byte[]> contents = new ArrayList<>();
    ContentReader.read(
        expected(archive),
        new ByteArrayInputStream(archive),
        READING,
        position -> {
          if (entries.get(position).kind() != EntryKind.FILE) {
            return null;
          }
          ByteArrayOutputStream content = new ByteArrayOutputStream();
          return (buffer, from, length) -> {
            content.write(buffer, from, length);
            if (content.size() == entries.get(position).bytes()) {
              contents.add(content.toByteArray());
            }
          };
        });
    Collections.reverse(contents);
    HandTar tar = new HandTar().file("first", new byte[] {7});
    for (byte[] content : contents) {
      tar.file("of-another-layer", content);
    }
    return tar.end().bytes();
  }

  /** The archive made of the framing and of what the sources hold. */
  byte[] from(Path folder, byte[]... sources) throws IOException {
    Path file = Files.createTempFile(folder, "archive", ".tar");
    try (FileChannel out =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      WantedContents wanted = ArchiveFrame.write(framing.iterator(), files(), out);
      for (byte[] source : sources) {
        SourceLayer.read(
            expected(source),
            new ByteArrayInputStream(source),
            READING,
            keep(source).files(),
            wanted,
            out);
      }
      assertThat(wanted.missing()).isEmpty();
      assertThat(wanted.missingBytes()).isZero();
    }
    return Files.readAllBytes(file);
  }

  long rawBytes() {
    return framing.stream().mapToLong(FramingPiece::rawBytes).sum();
  }

  long contentBytes() {
    return framing.stream().mapToLong(FramingPiece::contentBytes).sum();
  }
}
