package dev.varve.input.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.varve.input.digest.Digests;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BlobStreamTest {
  private static final byte[] FIVE = {'a', 'b', 'c', 'd', (byte) 0xff};

  @ParameterizedTest
  @ValueSource(longs = {-1, 4, 5, 6})
  void upToOneByteMoreThanStatedIsHandedOut(long stated) throws IOException {
    BlobStream blob = of(stated);
    assertThat(blob.readAllBytes()).isEqualTo(FIVE);
    assertThat(blob.offset()).isEqualTo(5);
    assertThat(blob.read()).isEqualTo(-1);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 3})
  void whatGoesOnBehindThatIsAnotherBlob(long stated) throws IOException {
    BlobStream blob = of(stated);
    assertThat(blob.readNBytes((int) stated + 1)).hasSize((int) stated + 1);
    assertThat(blob.read(new byte[9], 0, 0)).isZero();
    MalformedBlobException fault =
        catchThrowableOfType(MalformedBlobException.class, () -> blob.read());
    assertThat(fault.reason()).isEqualTo(RejectReason.DIGEST_MISMATCH);
    assertThat(fault.offset()).isEqualTo(stated);
    assertThat(blob.fault()).isNull();
  }

  @Test
  void aSingleByteIsUnsigned() throws IOException {
    BlobStream blob = of(-1);
    assertThat(blob.read()).isEqualTo('a');
    assertThat(blob.readNBytes(3)).hasSize(3);
    assertThat(blob.read()).isEqualTo(0xff);
  }

  @Test
  void withoutADigestSkippingSeeks() throws IOException {
    AtomicInteger reads = new AtomicInteger();
    InputStream medium =
        new ByteArrayInputStream(FIVE) {
          @Override
          public synchronized int read(byte[] buffer, int from, int length) {
            reads.incrementAndGet();
            return super.read(buffer, from, length);
          }
        };
    BlobStream blob = new BlobStream(medium, null);
    assertThat(blob.seeks()).isTrue();
    assertThat(blob.skip(3)).isEqualTo(3);
    assertThat(blob.offset()).isEqualTo(3);
    assertThat(reads).hasValue(0);
    assertThat(blob.skip(9)).isEqualTo(2);
    assertThat(blob.offset()).isEqualTo(5);
  }

  /** {@code printf 'abcd\377' | md5sum}. */
  @Test
  void whatIsSkippedIsDigestedToo() throws IOException {
    MessageDigest md5 = Digests.named("md5");
    BlobStream blob = new BlobStream(new ByteArrayInputStream(FIVE), md5);
    assertThat(blob.seeks()).isFalse();
    assertThat(blob.skip(3)).isEqualTo(3);
    assertThat(blob.offset()).isEqualTo(3);
    assertThat(blob.readAllBytes()).hasSize(2);
    assertThat(md5.digest()).asHexString().isEqualTo("0ADC6F84A9D9FB7EEB227B53669767E8");
  }

  /** {@code printf 'abcd\\377' | md5sum}; the buffer is another's between two reads. */
  @Test
  void whatStaysInABufferIsDigestedBeforeTheNextRead() throws IOException {
    MessageDigest md5 = Digests.named("md5");
    BlobStream blob = new BlobStream(new ByteArrayInputStream(FIVE), md5);
    assertThat(blob.digest()).isNotNull();
    blob.digestsLater();
    byte[] buffer = new byte[2];
    while (blob.read(buffer, 0, 2) > 0) {}
    assertThat(md5.digest()).asHexString().isEqualTo("0ADC6F84A9D9FB7EEB227B53669767E8");
    assertThat(blob.digestNanos()).isPositive();
    assertThat(new BlobStream(new ByteArrayInputStream(FIVE), null).digest()).isNull();
  }

  /** A buffer's bytes are digested only when more is read: others may be taken with them. */
  @Test
  void whatStaysInABufferWaits() throws IOException {
    MessageDigest md5 = Digests.named("md5");
    BlobStream blob = new BlobStream(new ByteArrayInputStream(FIVE), md5);
    blob.digestsLater();
    blob.read(new byte[9], 0, 9);
    // md5sum of nothing
    assertThat(md5.digest()).asHexString().isEqualTo("D41D8CD98F00B204E9800998ECF8427E");
  }

  @Test
  void aFaultWhileSkippingIsRemembered() {
    IOException gone = new IOException("gone");
    InputStream medium =
        new InputStream() {
          @Override
          public int read() {
            return 0;
          }

          @Override
          public long skip(long bytes) throws IOException {
            throw gone;
          }
        };
    BlobStream blob = new BlobStream(medium, null);
    assertThatThrownBy(() -> blob.skip(1)).isSameAs(gone);
    assertThat(blob.fault()).isSameAs(gone);
  }

  @Test
  void waitingAndDigestingAreTimedApart() throws IOException {
    InputStream slow =
        new ByteArrayInputStream(new byte[1 << 20]) {
          @Override
          public synchronized int read(byte[] buffer, int from, int length) {
            try {
              Thread.sleep(5);
            } catch (InterruptedException e) {
              throw new AssertionError(e);
            }
            return super.read(buffer, from, length);
          }
        };
    BlobStream blob = new BlobStream(slow, Digests.named("sha256"));
    long start = System.nanoTime();
    byte[] buffer = new byte[1 << 18];
    while (blob.read(buffer, 0, buffer.length) > 0) {}
    long took = System.nanoTime() - start;
    assertThat(blob.readNanos()).isBetween(25_000_000L, took); // four reads and the end
    assertThat(blob.digestNanos()).isBetween(1L, took - blob.readNanos());
  }

  @Test
  void closingClosesTheMedium() throws IOException {
    AtomicInteger closed = new AtomicInteger();
    InputStream medium =
        new ByteArrayInputStream(FIVE) {
          @Override
          public void close() {
            closed.incrementAndGet();
          }
        };
    new BlobStream(medium, null).close();
    new Decompressor(new BlobStream(medium, null), InflateEngine.JDK).close();
    assertThat(closed).hasValue(2);
  }

  private static BlobStream of(long stated) {
    return new BlobStream(new ByteArrayInputStream(FIVE), null, stated);
  }
}
