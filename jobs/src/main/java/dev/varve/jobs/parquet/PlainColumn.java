package dev.varve.jobs.parquet;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.schema.LogicalTypeAnnotation.StringLogicalTypeAnnotation;

/**
 * A column of Parquet in memory: levels as runs, and values one after another, as the format has
 * its encodings RLE and PLAIN. It becomes one page.
 */
@SuppressWarnings(
    "deprecation") // newer methods take statistics, and index pages without any as of nulls
final class PlainColumn {
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final ColumnDescriptor descriptor;
  private final Levels repetitions = new Levels();
  private final Levels definitions = new Levels();
  private byte[] values = new byte[1 << 10];
  private int bytes;
  private int bits;
  private int count;
  private int longest;

  PlainColumn(ColumnDescriptor descriptor) {
    this.descriptor = descriptor;
  }

  /** Adds the levels of a value, or of one that is not there; the value itself comes next. */
  void level(int repetition, int definition) {
    count++;
    repetitions.add(repetition);
    definitions.add(definition);
  }

  void put(int value) {
    room(Integer.BYTES);
    INTS.set(values, bytes, value);
    bytes += Integer.BYTES;
  }

  void put(long value) {
    room(Long.BYTES);
    LONGS.set(values, bytes, value);
    bytes += Long.BYTES;
  }

  void put(boolean value) {
    if (bits % Byte.SIZE == 0) {
      room(1);
      values[bytes++] = 0;
    }
    if (value) {
      values[bytes - 1] |= (byte) (1 << bits % Byte.SIZE);
    }
    bits++;
  }

  void put(byte[] value) {
    room(Integer.BYTES + value.length);
    INTS.set(values, bytes, value.length);
    System.arraycopy(value, 0, values, bytes + Integer.BYTES, value.length);
    bytes += Integer.BYTES + value.length;
    longest = Math.max(longest, value.length);
  }

  /** Bytes of the longest text that was ever added; 0 where values are no texts. */
  int longestText() {
    return descriptor.getPrimitiveType().getLogicalTypeAnnotation()
            instanceof StringLogicalTypeAnnotation
        ? longest
        : 0;
  }

  /** Bytes of the values so far. */
  int bytes() {
    return bytes;
  }

  /** Writes what was added as a chunk of the open row group, and is empty again. */
  void write(ParquetFileWriter file, BytesInputCompressor compressor) throws IOException {
    BytesInput page =
        BytesInput.concat(
            repetitions.end(descriptor.getMaxRepetitionLevel()),
            definitions.end(descriptor.getMaxDefinitionLevel()),
            BytesInput.from(values, 0, bytes));
    file.startColumn(descriptor, count, compressor.getCodecName());
    file.writeDataPage(
        count,
        Math.toIntExact(page.size()),
        compressor.compress(page),
        Encoding.RLE,
        Encoding.RLE,
        Encoding.PLAIN);
    file.endColumn();
    bytes = 0;
    bits = 0;
    count = 0;
  }

  private void room(int more) {
    values = room(values, bytes, more);
  }

  private static byte[] room(byte[] array, int taken, int more) {
    return array.length - taken >= more
        ? array
        : Arrays.copyOf(array, Math.max(Math.addExact(taken, more), 2 * array.length));
  }

  /** Levels, of which all that are equal and follow each other are a run. */
  private static final class Levels {
    private byte[] runs = new byte[64];
    private int bytes;
    private int level;
    private int length;

    void add(int next) {
      if (next != level) {
        endRun();
        level = next;
      }
      length++;
    }

    /** The runs with their size ahead, or nothing where all levels are known to be 0. */
    BytesInput end(int most) throws IOException {
      endRun();
      BytesInput ended =
          most == 0
              ? BytesInput.empty()
              : BytesInput.concat(BytesInput.fromInt(bytes), BytesInput.from(runs, 0, bytes));
      bytes = 0;
      return ended;
    }

    private void endRun() {
      if (length > 0) {
        runs = room(runs, bytes, Integer.BYTES + 2);
        for (long header = (long) length << 1; header != 0; header >>>= 7) {
          runs[bytes++] = (byte) (header > 0x7f ? header | 0x80 : header);
        }
        runs[bytes++] = (byte) level;
        length = 0;
      }
    }
  }
}
