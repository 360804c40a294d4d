package dev.varve.content.recipe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.input.codec.Packing;
import dev.varve.input.tar.HandTar;
import dev.varve.model.EntryKind;
import dev.varve.model.FileEntry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which bytes of a blob are whose. */
class StoredSharesTest {
  private static final int GZIP_HEADER = 10;
  private static final int GZIP_STEP = 16 << 10;

  private final StoredShares shares = new StoredShares();
  private int added;

  private void add(long archiveEnd) {
    FileEntry entry =
        new FileEntry(added++, "x", EntryKind.FIFO, 0, null, null, 0, 0, 0, 0, 0, null, null);
    shares.add(archiveEnd, entry);
  }

  private List<Long> ready() {
    return Stream.generate(shares::ready)
        .takeWhile(Objects::nonNull)
        .map(one -> Objects.requireNonNull(one.storedBytes()))
        .toList();
  }

  /** 10 of header; 100 of the archive from 50 of the blob, then 300 from 30. */
  @Test
  void betweenTwoPointsBytesAreSharedByLength() {
    shares.progress(0, 10);
    add(40);
    add(100);
    add(250);
    assertThat(ready()).as("the block is not known yet").isEmpty();
    shares.progress(100, 60);
    shares.progress(400, 90);
    assertThat(ready()).containsExactly(20L, 30L);
    shares.end();
    assertThat(ready()).containsExactly(15L);
    assertThat(shares.unsharedBytes(95)).isEqualTo(10 + 15 + 5);
  }

  /** A decoder consumed 70 before it handed out the first of 300 bytes, in three steps. */
  @Test
  void aBlockIsOfAllThatItInflatesTo() {
    shares.progress(0, 0);
    shares.progress(100, 70);
    add(30);
    shares.progress(200, 70);
    add(150);
    shares.progress(300, 70);
    assertThat(ready()).isEmpty();
    shares.progress(310, 80);
    assertThat(ready()).containsExactly(7L, 28L);
  }

  /** Of 400 from 80 of the blob, of which those between 100 and 300 are from 20. */
  @Test
  void offsetsWithinAnEntryAreKnownWithTheBlocksThatTheyAreIn() {
    List<Long> offsets = new ArrayList<>();
    shares.progress(0, 0);
    shares.whenKnown(100, offsets::add);
    shares.whenKnown(200, offsets::add);
    shares.progress(100, 50);
    assertThat(offsets).isEmpty();
    shares.progress(300, 70);
    assertThat(offsets).containsExactly(50L);
    shares.progress(400, 80);
    add(400);
    shares.end();
    assertThat(offsets).containsExactly(50L, 60L);
    assertThat(ready()).containsExactly(80L);
  }

  @Test
  void whatNoEntryIsOfIsTheRest() {
    shares.progress(0, 12);
    shares.progress(1024, 40);
    shares.end();
    assertThat(ready()).isEmpty();
    assertThat(shares.unsharedBytes(48)).isEqualTo(48);
  }

  /** Many points, and no entry that waits for one: few of them stay. */
  @Test
  void aLongFileIsSharedToo() {
    long step = 1 << 20;
    for (long at = 0; at <= 1000; at++) {
      shares.progress(at * step, at * 10);
    }
    add(1000 * step - 100);
    shares.end();
    assertThat(ready()).containsExactly(9_999L);
  }

  private static byte[] archive() {
    Random random = new Random(3);
    HandTar tar = new HandTar();
    for (int file = 0; file < 60; file++) {
      byte[] content = new byte[random.nextInt(60_000)];
      if (file % 3 == 0) {
        random.nextBytes(content);
      } else {
        Arrays.fill(content, (byte) file);
      }
      tar.file("f" + file, content);
    }
    return tar.end().bytes();
  }

  private static List<Long> stored(Reading reading) {
    return reading.entries().stream()
        .map(FileEntry::storedBytes)
        .map(Objects::requireNonNull)
        .toList();
  }

  @ParameterizedTest
  @EnumSource
  void entriesAndRestAddUpToTheBlob(Packing packing) throws IOException {
    byte[] archive = archive();
    byte[] one = packing.pack(archive);
    byte[] members =
        join(
            packing.pack(Arrays.copyOf(archive, 100_000)),
            packing.pack(Arrays.copyOfRange(archive, 100_000, archive.length)));
    for (byte[] blob : packing == Packing.NONE ? List.of(one) : List.of(one, members)) {
      Reading reading = Reading.of(blob);
      List<Long> stored = stored(reading);
      assertThat(stored).hasSize(60).allMatch(bytes -> bytes >= 0);
      long sum = stored.stream().mapToLong(Long::longValue).sum();
      assertThat(sum + reading.layer().stored().restBytes()).isEqualTo(blob.length);
      assertThat(sum).isGreaterThan(blob.length / 2);
    }
  }

  /** Header, content and padding to 512. */
  @Test
  void ofAPlainArchiveEachByteIsKnown() throws IOException {
    Reading reading = Reading.of(archive());
    for (FileEntry entry : reading.entries()) {
      assertThat(entry.storedBytes()).isEqualTo(512 + (entry.bytes() + 511) / 512 * 512);
    }
    assertThat(reading.layer().stored().restBytes()).isEqualTo(1024);
  }

  /** The JDK's decoder hands out a byte at a time, so that what it consumed is known for each. */
  @Test
  void gzipIsThatOfADecoderThatStopsAtEveryByte() throws Exception {
    byte[] archive = archive();
    byte[] blob = Packing.GZIP.pack(archive);
    long[] consumed = consumed(blob, archive.length);
    Reading reading = Reading.of(blob);
    List<Long> ends = new ArrayList<>();
    long shared = GZIP_HEADER;
    for (FileEntry entry : reading.entries()) {
      shared += Objects.requireNonNull(entry.storedBytes());
      int end = (int) (entry.archiveOffset() + (entry.bytes() + 511) / 512 * 512);
      assertThat(shared)
          .isCloseTo(consumed[end], org.assertj.core.data.Offset.offset((long) GZIP_STEP));
      ends.add(shared - consumed[end]);
    }
    double mean = ends.stream().mapToLong(Math::abs).average().orElseThrow();
    assertThat(mean).isLessThan(GZIP_STEP / 3.0);
  }

  /** Stored bytes consumed once so many bytes are inflated. */
  private static long[] consumed(byte[] blob, int archiveBytes) throws DataFormatException {
    long[] consumed = new long[archiveBytes + 1];
    Inflater inflater = new Inflater(true);
    inflater.setInput(blob, GZIP_HEADER, blob.length - GZIP_HEADER);
    byte[] one = new byte[1];
    for (int at = 1; at <= archiveBytes; at++) {
      assertThat(inflater.inflate(one)).isEqualTo(1);
      consumed[at] = GZIP_HEADER + inflater.getBytesRead();
    }
    inflater.end();
    return consumed;
  }

  private static byte[] join(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }
}
