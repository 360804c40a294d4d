package dev.varve.content.sharing;

import java.io.Serializable;
import java.util.EnumMap;
import java.util.Objects;

/**
 * Origins of duplicate files: how many there are of each {@link Origin}, and their bytes. Every
 * copy of a content beyond the first is a duplicate and has one origin.
 */
public final class FileOrigins implements Serializable {
  private static final long serialVersionUID = 1;

  private final EnumMap<Origin, Duplicates> duplicates = new EnumMap<>(Origin.class);
  private long contents;

  private static final class Duplicates implements Serializable {
    private static final long serialVersionUID = 1;

    private long files;
    private long bytes;

    void add(long moreFiles, long moreBytes) {
      files += moreFiles;
      bytes += moreBytes;
    }
  }

  /** None yet. */
  public FileOrigins() {
    for (Origin origin : Origin.values()) {
      duplicates.put(origin, new Duplicates());
    }
  }

  /**
   * Origin of a duplicate. The layers that contain a content are put in their order; the first copy
   * of a later layer has the closest relation that its layer has to an earlier one.
   */
  public enum Origin {
    /** A further copy within a layer. */
    SAME_LAYER("same layer"),
    /** An earlier layer is in a common image. */
    SAME_IMAGE("same image"),
    /** An earlier layer is in an image of a common repository. */
    SAME_REPOSITORY("same repository"),
    /** None of these. */
    ELSEWHERE("elsewhere"),
    /** Elsewhere, but the repository of one of the layers up to this one is not known. */
    UNKNOWN("unknown");

    private final String text;

    Origin(String text) {
      this.text = text;
    }

    @Override
    public String toString() {
      return text;
    }
  }

  /** A content, however many duplicates it has. */
  void addContent() {
    contents++;
  }

  /** Adds {@code files} duplicates of a content of this length. */
  void add(Origin origin, long files, long length) {
    of(origin).add(files, files * length);
  }

  /** Adds the origins of other contents. */
  public void addAll(FileOrigins others) {
    contents += others.contents;
    others.duplicates.forEach((origin, more) -> of(origin).add(more.files, more.bytes));
  }

  /** Whether no content was counted. */
  public boolean isEmpty() {
    return contents == 0;
  }

  /** Duplicates of this origin. */
  public long files(Origin origin) {
    return of(origin).files;
  }

  /** Their length together. */
  public long bytes(Origin origin) {
    return of(origin).bytes;
  }

  private Duplicates of(Origin origin) {
    return Objects.requireNonNull(duplicates.get(origin));
  }
}
