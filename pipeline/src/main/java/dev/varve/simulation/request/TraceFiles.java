package dev.varve.simulation.request;

import dev.varve.model.ByteStore;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The files of a trace. */
public final class TraceFiles {
  private TraceFiles() {}

  /**
   * Locations of the inputs in their order; of a folder those of its files by name, as traces of
   * several hours or days are named.
   *
   * @param inputs URIs of files and folders
   * @throws MalformedBlobException when one is absent or no file, or a folder contains folders
   */
  public static List<String> of(ByteStore store, List<String> inputs) throws IOException {
    List<String> locations = new ArrayList<>();
    for (String input : inputs) {
      ByteStore.Item item =
          store
              .find(input)
              .orElseThrow(
                  () ->
                      new MalformedBlobException(
                          RejectReason.ABSENT,
                          "there is no file or folder " + input + "; check the path"));
      item.requirePlain();
      if (!item.folder()) {
        locations.add(item.location());
        continue;
      }
      for (ByteStore.Item file : store.list(item.location())) {
        file.requirePlain();
        if (file.folder()) {
          throw new MalformedBlobException(
              RejectReason.UNSUPPORTED,
              "the folder of a trace contains a folder, which is not read: " + file.location());
        }
        locations.add(file.location());
      }
    }
    return List.copyOf(locations);
  }
}
