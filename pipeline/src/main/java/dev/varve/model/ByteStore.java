package dev.varve.model;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.SeekableByteChannel;
import java.util.List;
import java.util.Optional;

/**
 * Read access to files of any file system, by URI. The pure readers use it and module jobs
 * implements it, so that local files, HDFS and object stores look the same.
 */
public interface ByteStore {

  /**
   * One file or folder.
   *
   * @param location its full URI
   * @param folder whether it holds others
   * @param bytes length of a file; 0 for a folder
   */
  record Item(String location, boolean folder, long bytes) {
    /** The last component of the location. */
    public String name() {
      return location.substring(location.lastIndexOf('/') + 1);
    }
  }

  /** The item at a location, or empty when there is none. */
  Optional<Item> find(String location) throws IOException;

  /** The items right below a folder, sorted by name; empty when the folder is absent. */
  List<Item> list(String folder) throws IOException;

  /**
   * A stream over a part of a file. Skipping it seeks, and costs no reading.
   *
   * @param offset first byte
   * @param bytes number of bytes, or -1 for all that follow
   * @throws java.io.FileNotFoundException when the file is absent
   */
  InputStream open(String location, long offset, long bytes) throws IOException;

  /** Random access to a file, read-only. */
  SeekableByteChannel channel(String location) throws IOException;
}
