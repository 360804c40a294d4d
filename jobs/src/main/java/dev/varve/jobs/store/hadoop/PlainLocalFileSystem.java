package dev.varve.jobs.store.hadoop;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * Local files that Spark and Iceberg write, without Hadoop's hidden checksum files next to them.
 * Parquet pages carry checksums of their own.
 */
public final class PlainLocalFileSystem extends LocalFileSystem {
  /** Created by Hadoop, by reflection. */
  public PlainLocalFileSystem() {
    super(new Raw());
    setWriteChecksum(false);
    setVerifyChecksum(false);
  }

  /** Sets permissions by a system call; Hadoop would start a process for every file. */
  private static final class Raw extends RawLocalFileSystem {
    @Override
    public void setPermission(Path path, FsPermission permission) throws IOException {
      Set<PosixFilePermission> permissions =
          PosixFilePermissions.fromString(
              permission.getUserAction().SYMBOL
                  + permission.getGroupAction().SYMBOL
                  + permission.getOtherAction().SYMBOL);
      Files.setPosixFilePermissions(pathToFile(path).toPath(), permissions);
    }
  }
}
