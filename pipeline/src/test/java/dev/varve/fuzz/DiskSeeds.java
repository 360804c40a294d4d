package dev.varve.fuzz;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Images to start from, and files that they name. */
public interface DiskSeeds {
  List<byte[]> seeds() throws IOException;

  /** Files in the folder of the image, by name. */
  Map<String, byte[]> others();
}
