package dev.varve.input.disk;

import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds the file below another one that names it by paths of the machine that it was made on, or by
 * its identity alone. Disks are moved with their folder; so a name in that folder counts as well.
 */
final class BackingSearch {
  private static final int MOST_FILES = 1024;

  private BackingSearch() {}

  /**
   * The first of some paths that leads to a file; where no path does, the first of them.
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
   * The file with an identity, in the folder of the file; or in the folder above, where VirtualBox
   * keeps the disk of which folder Snapshots has the changes.
   */
  static BackingName byIdentity(DiskFile file, DiskReader reader, long at, String identity)
      throws IOException {
    String folder = LocationText.folder(file.location());
    List<String> others = new ArrayList<>(file.others(folder));
    if (LocationText.name(folder).equals("Snapshots")) {
      others.addAll(file.others(LocationText.folder(folder)));
    }
    others.sort((one, other) -> Boolean.compare(other.contains(identity), one.contains(identity)));
    for (String other : others.subList(0, Math.min(MOST_FILES, others.size()))) {
      try (DiskFile candidate = file.below(other)) {
        if (identity.equals(reader.identity(candidate))) {
          return new BackingName(other, null, identity);
        }
      } catch (MalformedBlobException e) {
        // No such image.
      }
    }
    throw file.malformed(
        RejectReason.ABSENT,
        at,
        "the backing file " + identity + " is missing: no file in its folder has this identity");
  }
}
