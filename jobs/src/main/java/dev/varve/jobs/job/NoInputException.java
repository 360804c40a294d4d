package dev.varve.jobs.job;

import java.util.List;

/** Inputs at which nothing lies that can be read. */
public final class NoInputException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private NoInputException(String message) {
    super(message);
  }

  /** Names inputs without images. */
  static NoInputException noImages(List<String> inputs) {
    return new NoInputException(
        "no images found at "
            + String.join(", ", inputs)
            + "; expected an OCI image layout, a docker save archive, or a registry's storage tree"
            + " (the folder that holds docker/registry/v2)");
  }

  /** Names a warehouse that is not there. */
  public static NoInputException noWarehouse(String location) {
    return new NoInputException(
        "there is no warehouse at " + location + "; make one with varve ingest registry");
  }
}
