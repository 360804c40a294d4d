package dev.varve.input.disk;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The tables of a file as numbers at offsets, read in pages. The pages are in a direct-mapped
 * cache: page {@code n} can only be in slot {@code n % slots}. So memory is bounded however large
 * the tables are, and walking a disk in order reads each page once.
 */
final class TablePages {
  private static final int PAGE_BYTES = 16 << 10;
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

  private final DiskFile file;
  private final boolean isLittle;
  private final long[] numbers;
  private final byte[] @Nullable [] pages;

  TablePages(DiskFile file, int slots, ByteOrder order) {
    this.file = file;
    isLittle = order == ByteOrder.LITTLE_ENDIAN;
    numbers = new long[slots];
    Arrays.fill(numbers, -1);
    pages = new byte[slots][];
  }

  /**
   * @param offset in the file, a multiple of 8
   */
  long longAt(long offset) throws IOException {
    byte[] page = page(offset, Long.BYTES);
    long number = (long) LONG.get(page, (int) (offset % PAGE_BYTES));
    return isLittle ? Long.reverseBytes(number) : number;
  }

  /**
   * An unsigned number of 32 bits.
   *
   * @param offset in the file, a multiple of 4
   */
  long intAt(long offset) throws IOException {
    byte[] page = page(offset, Integer.BYTES);
    int number = (int) INT.get(page, (int) (offset % PAGE_BYTES));
    return Integer.toUnsignedLong(isLittle ? Integer.reverseBytes(number) : number);
  }

  /** A number of 8 bits. */
  int byteAt(long offset) throws IOException {
    return page(offset, 1)[(int) (offset % PAGE_BYTES)] & 0xff;
  }

  /** The page that contains a number. Checks that the number is within the file. */
  private byte[] page(long offset, int bytes) throws IOException {
    long number = offset / PAGE_BYTES;
    int slot = (int) (number % numbers.length);
    byte[] page = pages[slot];
    if (page == null || numbers[slot] != number) {
      page = load(slot, number);
    }
    if (offset % PAGE_BYTES + bytes > file.bytes() - number * PAGE_BYTES) {
      file.read(offset, new byte[bytes], 0, bytes); // always throws, as the file is too short
    }
    return page;
  }

  private byte[] load(int slot, long number) throws IOException {
    long start = number * PAGE_BYTES;
    byte[] page = pages[slot] == null ? new byte[PAGE_BYTES] : pages[slot];
    numbers[slot] = -1;
    int length = (int) Math.max(1, Math.min(PAGE_BYTES, file.bytes() - start));
    file.read(start, page, 0, length);
    pages[slot] = page;
    numbers[slot] = number;
    return page;
  }
}
