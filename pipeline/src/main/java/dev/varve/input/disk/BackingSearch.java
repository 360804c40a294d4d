package dev.varve.input.disk;

import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds the backing file of a disk. The disk names it by paths of the machine on which it was made,
 * or only by its identity. Disks are moved together with their folder; so a file of that name in
 * the disk's own folder counts as well.
 */
final class BackingSearch {
  /** Most files that are opened in one search for an identity. */
  private static final int MOST_FILES = 1024;

  private BackingSearch() {}

  /**
   * The first path that leads to a file; if none does, the first path, so that its absence is
   * reported.
   *
   * @param at offset of the names, for faults
   * @param paths most useful first, with slashes or backslashes; relative to the file, or absolute
   */
  static BackingName byPath(DiskFile file, long at, List<String> paths, String identity)
      throws IOException {
    Set<String> places = new LinkedHashSet<>();
    List<String> siblings = new ArrayList<>();
    for (String path : paths) {
      String plain = path.replace('\\', '/');
      if (plain.chars().anyMatch(letter -> letter < ' ')) {
        throw file.corrupt(at, "the backing file's name has control characters");
      }
      String name = LocationText.name(plain);
      if (!name.isEmpty()) {
        if (!LocationText.hasProtocol(plain) && !plain.startsWith("//")) {
          places.add(LocationText.resolve(file.location(), plain));
        }
        siblings.add(LocationText.resolve(file.location(), name));
      }
    }
    places.addAll(siblings);
    if (places.isEmpty()) {
      throw file.corrupt(at, "the image has a backing file, and no name of it");
    }
    for (String place : places) {
      if (file.isFile(place)) {
        return new BackingName(place, null, identity);
      }
    }
    return new BackingName(places.iterator().next(), null, identity);
  }

  /**
   * The file with the given identity. Searched are the folder of {@code file} and the folder above:
   * VirtualBox keeps changes in a folder Snapshots, and their base disk in the folder above it.
   */
  static BackingName byIdentity(DiskFile file, DiskReader reader, long at, String identity)
      throws IOException {
    String folder = LocationText.folder(file.location());
    List<String> others = new ArrayList<>(file.otherFiles(folder));
    if (LocationText.name(folder).equals("Snapshots")) {
      others.addAll(file.otherFiles(LocationText.folder(folder)));
    }
    others.sort((one, other) -> Boolean.compare(other.contains(identity), one.contains(identity)));
    for (String other : others.subList(0, Math.min(MOST_FILES, others.size()))) {
      try (DiskFile candidate = file.openBelow(other)) {
        if (identity.equals(reader.identity(candidate))) {
          return new BackingName(other, null, identity);
        }
      } catch (MalformedBlobException e) {
        // This file is no image of the format, so it is not the one searched for.
      }
    }
    throw file.malformed(
        RejectReason.ABSENT,
        at,
        "the backing file " + identity + " is missing: no file in its folder has this identity");
  }
}
