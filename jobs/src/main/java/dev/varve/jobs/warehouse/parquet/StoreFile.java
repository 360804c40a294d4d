package dev.varve.jobs.warehouse.parquet;

import dev.varve.jobs.store.Store;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.conf.HadoopParquetConfiguration;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.DelegatingPositionOutputStream;
import org.apache.parquet.io.DelegatingSeekableInputStream;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;
import org.apache.parquet.io.SeekableInputStream;

/** A file of a store as Parquet's library reads and writes it. */
public record StoreFile(Store store, String location) implements InputFile, OutputFile {
  /**
   * Empty settings. Without an explicit configuration, Parquet's library would load and parse
   * Hadoop's default files.
   */
  static HadoopParquetConfiguration noSettings() {
    return new HadoopParquetConfiguration(false);
  }

  /** Opens the file for reading; each page is compared with its checksum. */
  public ParquetFileReader verifyingReader() throws IOException {
    return ParquetFileReader.open(
        this, ParquetReadOptions.builder(noSettings()).usePageChecksumVerification(true).build());
  }

  /** Opens the file for reading, without comparing checksums. */
  ParquetFileReader reader() throws IOException {
    return ParquetFileReader.open(this, ParquetReadOptions.builder(noSettings()).build());
  }

  @Override
  public long getLength() throws IOException {
    return store
        .find(location)
        .orElseThrow(() -> new FileNotFoundException("File " + location + " does not exist"))
        .bytes();
  }

  @Override
  public SeekableInputStream newStream() throws IOException {
    SeekableByteChannel channel = store.channel(location);
    return new DelegatingSeekableInputStream(Channels.newInputStream(channel)) {
      @Override
      public long getPos() throws IOException {
        return channel.position();
      }

      @Override
      public void seek(long position) throws IOException {
        channel.position(position);
      }
    };
  }

  /**
   * Creates the file, or replaces an existing one, as {@link Store#create} does; Parquet's contract
   * would let it throw.
   */
  @Override
  public PositionOutputStream create(long blockBytes) throws IOException {
    OutputStream out = store.create(location, blockBytes);
    return new DelegatingPositionOutputStream(out) {
      private long position;

      @Override
      public void write(int value) throws IOException {
        super.write(value);
        position++;
      }

      @Override
      public void write(byte[] bytes) throws IOException {
        write(bytes, 0, bytes.length);
      }

      @Override
      public void write(byte[] bytes, int from, int length) throws IOException {
        super.write(bytes, from, length);
        position += length;
      }

      @Override
      public long getPos() {
        return position;
      }
    };
  }

  @Override
  public PositionOutputStream createOrOverwrite(long blockBytes) throws IOException {
    return create(blockBytes);
  }

  @Override
  public boolean supportsBlockSize() {
    return defaultBlockSize() > 0;
  }

  @Override
  public long defaultBlockSize() {
    try {
      return store.blockBytes(location);
    } catch (IOException e) {
      return 0; // creating the file will report the fault
    }
  }

  @Override
  public String getPath() {
    return location;
  }

  @Override
  public String toString() {
    return location;
  }
}
