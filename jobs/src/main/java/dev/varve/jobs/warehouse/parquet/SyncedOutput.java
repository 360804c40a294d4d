package dev.varve.jobs.warehouse.parquet;

import dev.varve.jobs.warehouse.file.DurableFiles;
import dev.varve.jobs.warehouse.file.Locations;
import java.io.IOException;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.hadoop.util.HadoopOutputFile;
import org.apache.parquet.io.DelegatingPositionOutputStream;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;

/**
 * A Parquet file that is on the disks once it is closed, on a file system whose files cannot be
 * synchronized later, as local ones can.
 */
final class SyncedOutput implements OutputFile {
  private final Path path;
  private final Configuration hadoop;
  private final HadoopOutputFile plain;

  private SyncedOutput(Path path, Configuration hadoop, HadoopOutputFile plain) {
    this.path = path;
    this.hadoop = hadoop;
    this.plain = plain;
  }

  /** The file at a path; a plain one where that is local. */
  static OutputFile of(Path path, Configuration hadoop) throws IOException {
    HadoopOutputFile plain = HadoopOutputFile.fromPath(path, hadoop);
    return Locations.isLocal(path.getFileSystem(hadoop).getUri().toString())
        ? plain
        : new SyncedOutput(path, hadoop, plain);
  }

  @Override
  public PositionOutputStream create(long blockBytes) throws IOException {
    return open(Set.of(), blockBytes);
  }

  @Override
  public PositionOutputStream createOrOverwrite(long blockBytes) throws IOException {
    return open(Set.of(CreateFlag.OVERWRITE), blockBytes);
  }

  private PositionOutputStream open(Set<CreateFlag> flags, long blockBytes) throws IOException {
    FSDataOutputStream out =
        DurableFiles.newFile(path.getFileSystem(hadoop), path, flags, blockBytes);
    return new DelegatingPositionOutputStream(out) {
      @Override
      public long getPos() {
        return out.getPos();
      }

      @Override
      public void close() throws IOException {
        // A view of other file systems does not pass the flag on that blocks are synchronized.
        try (out) {
          out.hsync();
        }
      }
    };
  }

  @Override
  public boolean supportsBlockSize() {
    return plain.supportsBlockSize();
  }

  @Override
  public long defaultBlockSize() {
    return plain.defaultBlockSize();
  }

  @Override
  public String getPath() {
    return plain.getPath();
  }
}
