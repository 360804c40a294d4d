package dev.varve.input.source;

import dev.varve.model.ByteStore;
import java.io.ByteArrayInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.commons.compress.utils.SeekableInMemoryByteChannel;

/** Files in memory; folders are there when something is in them. */
public class MemoryStore implements ByteStore {
  public static final String ROOT = "mem:/in";
  private final TreeMap<String, byte[]> files = new TreeMap<>();

  public MemoryStore put(String path, byte[] bytes) {
    files.put(ROOT + "/" + path, bytes);
    return this;
  }

  public MemoryStore put(String path, String text) {
    return put(path, text.getBytes(StandardCharsets.UTF_8));
  }

  void remove(String path) {
    files.remove(ROOT + "/" + path);
  }

  @Override
  public Optional<Item> find(String location) {
    byte[] file = files.get(location);
    if (file != null) {
      return Optional.of(Item.file(location, file.length));
    }
    String below = files.ceilingKey(location + "/");
    boolean folder = below != null && below.startsWith(location + "/");
    return folder ? Optional.of(Item.folder(location)) : Optional.empty();
  }

  @Override
  public List<Item> list(String folder) throws IOException {
    TreeSet<String> names = new TreeSet<>();
    // A digit 0 follows a slash.
    for (String file : files.subMap(folder + "/", folder + "0").keySet()) {
      int end = file.indexOf('/', folder.length() + 1);
      names.add(file.substring(folder.length() + 1, end < 0 ? file.length() : end));
    }
    List<Item> items = new ArrayList<>();
    names.forEach(name -> find(folder + "/" + name).ifPresent(items::add));
    return items;
  }

  @Override
  public InputStream open(String location, long offset, long bytes) throws IOException {
    byte[] file = file(location);
    long most = file.length - offset;
    return new ByteArrayInputStream(
        file, (int) offset, (int) (bytes < 0 ? most : Math.min(bytes, most)));
  }

  @Override
  public SeekableByteChannel channel(String location) throws IOException {
    return new SeekableInMemoryByteChannel(file(location));
  }

  private byte[] file(String location) throws FileNotFoundException {
    byte[] file = files.get(location);
    if (file == null) {
      throw new FileNotFoundException(location);
    }
    return file;
  }
}
