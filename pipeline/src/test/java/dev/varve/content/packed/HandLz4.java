package dev.varve.content.packed;

import dev.varve.input.codec.BlobStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/** LZ4 in Apple's framing as its page and the block format of LZ4 describe it, in memory. */
public final class HandLz4 {
  private static final int WINDOW = 64 << 10;

  private HandLz4() {}

  /** The reader that is tested. */
  public static InputStream reader(byte[] frames) {
    return new AppleLz4(new BlobStream(new ByteArrayInputStream(frames), null));
  }

  /** The plain bytes; null where a frame is bad. What is behind the end mark does not count. */
  public static byte @Nullable [] plain(byte[] frames) {
    ByteBuffer in = ByteBuffer.wrap(frames).order(ByteOrder.LITTLE_ENDIAN);
    Plain out = new Plain();
    try {
      while (true) {
        int magic = Integer.reverseBytes(in.getInt());
        if (magic == 0x62763424) { // bv4$
          return out.toByteArray();
        }
        long plain = Integer.toUnsignedLong(in.getInt());
        long before = out.size();
        if (magic == 0x6276342d) { // bv4-
          byte[] stored = new byte[(int) Math.min(plain, in.remaining() + 1L)];
          in.get(stored);
          out.writeBytes(stored);
        } else if (magic == 0x62763431) { // bv41
          long packed = Integer.toUnsignedLong(in.getInt());
          byte[] block = new byte[(int) Math.min(packed, in.remaining() + 1L)];
          in.get(block);
          block(ByteBuffer.wrap(block).order(ByteOrder.LITTLE_ENDIAN), out);
        } else {
          return null;
        }
        if (out.size() - before != plain) {
          return null;
        }
      }
    } catch (BufferUnderflowException | IndexOutOfBoundsException e) {
      return null;
    }
  }

  private static void block(ByteBuffer in, Plain out) {
    while (in.hasRemaining()) {
      int token = in.get() & 0xff;
      byte[] literals = new byte[Math.min(length(token >> 4, in), in.remaining() + 1)];
      in.get(literals);
      out.writeBytes(literals);
      if (!in.hasRemaining()) {
        return;
      }
      int back = in.getShort() & 0xffff;
      out.copy(back, length(token & 15, in) + 4);
    }
  }

  private static int length(int nibble, ByteBuffer in) {
    int length = nibble;
    for (int more = nibble == 15 ? 255 : 0; more == 255; length += more) {
      more = in.get() & 0xff;
    }
    return length;
  }

  private static final class Plain extends ByteArrayOutputStream {
    void copy(int back, int length) {
      if (back == 0 || back > Math.min(WINDOW, count)) {
        throw new IndexOutOfBoundsException(back);
      }
      for (int at = 0; at < length; at++) {
        write(buf[count - back]);
      }
    }
  }
}
