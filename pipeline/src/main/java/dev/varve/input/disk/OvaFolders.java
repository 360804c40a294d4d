package dev.varve.input.disk;

import dev.varve.model.ByteStore;
import dev.varve.model.Holes;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.ReadChannel;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A store in which each OVA is a folder of its members, which are read in place. An archive that is
 * damaged stays a file.
 */
public final class OvaFolders implements ByteStore {
  private static final Pattern MEMBER =
      Pattern.compile("(.+\\.ova)/([^/]+)", Pattern.CASE_INSENSITIVE);

  private final ByteStore store;
  private final Map<String, Map<String, OvaArchive.Member>> archives = new HashMap<>();

  /** The files of another store. */
  public OvaFolders(ByteStore store) {
    this.store = store;
  }

  /** Whether a file is named as an OVA is. */
  public static boolean isArchive(Item file) {
    return file.kind() == Kind.FILE && OvaArchive.isNamed(file.name());
  }

  /**
   * Checks that an archive is sound.
   *
   * @throws MalformedBlobException with what is wrong
   */
  public static void check(ByteStore store, Item file) throws IOException {
    OvaArchive.members(store, file);
  }

  @Override
  public Optional<Item> find(String location) throws IOException {
    Optional<Item> found = store.find(location);
    if (found.isPresent()) {
      return Optional.of(asFolder(found.get()));
    }
    OvaArchive.Member member = member(location);
    return Optional.ofNullable(member).map(own -> Item.file(location, own.bytes()));
  }

  @Override
  public List<Item> list(String folder) throws IOException {
    List<Item> items = new ArrayList<>();
    Map<String, OvaArchive.Member> members = OvaArchive.isNamed(folder) ? members(folder) : null;
    if (members != null) {
      members.forEach(
          (name, member) -> {
            if (name.indexOf('/') < 0) {
              items.add(Item.file(folder + "/" + name, member.bytes()));
            }
          });
      items.sort(Comparator.comparing(Item::location));
      return items;
    }
    for (Item item : store.list(folder)) {
      items.add(asFolder(item));
    }
    return items;
  }

  @Override
  public String identity(String location) throws IOException {
    return member(location) == null ? store.identity(location) : location;
  }

  @Override
  public InputStream open(String location, long offset, long bytes) throws IOException {
    OvaArchive.Member member = member(location);
    if (member == null) {
      return store.open(location, offset, bytes);
    }
    long left = Math.max(0, member.bytes() - offset);
    long length = bytes < 0 ? left : Math.min(bytes, left);
    if (length == 0) {
      return InputStream.nullInputStream();
    }
    if (length <= member.contiguousBytes(offset)) {
      return store.open(archive(location), member.archiveOffset(offset), length);
    }
    return Channels.newInputStream(
        channel(store.channel(archive(location)), member.firstBytes(offset + length))
            .position(offset));
  }

  @Override
  public SeekableByteChannel channel(String location) throws IOException {
    OvaArchive.Member member = member(location);
    return member == null
        ? store.channel(location)
        : channel(store.channel(archive(location)), member);
  }

  @Override
  public long changedAtMillis(String location) throws IOException {
    return store.changedAtMillis(member(location) == null ? location : archive(location));
  }

  @Override
  public Holes holes(String location) throws IOException {
    return member(location) == null ? store.holes(location) : Holes.UNKNOWN;
  }

  private Item asFolder(Item item) throws IOException {
    return isArchive(item) && members(item.location()) != null
        ? Item.folder(item.location())
        : item;
  }

  private static String archive(String location) {
    return LocationText.folder(location);
  }

  /** The member at a location; null where there is another thing, or nothing. */
  private OvaArchive.@Nullable Member member(String location) throws IOException {
    Matcher name = MEMBER.matcher(location);
    Map<String, OvaArchive.Member> members = name.matches() ? members(name.group(1)) : null;
    return members == null ? null : members.get(name.group(2));
  }

  /** The members of an archive; null where there is no sound one. */
  private @Nullable Map<String, OvaArchive.Member> members(String location) throws IOException {
    Map<String, OvaArchive.Member> known = archives.get(location);
    if (known != null) {
      return known;
    }
    Item file = store.find(location).filter(OvaFolders::isArchive).orElse(null);
    if (file == null) {
      return null;
    }
    try {
      Map<String, OvaArchive.Member> members = OvaArchive.members(store, file);
      archives.put(location, members);
      return members;
    } catch (MalformedBlobException | FileNotFoundException e) {
      return null; // the archive then stays a file, and reading that file reports the fault
    }
  }

  /** Random access to the pieces of a file in an archive. */
  private static SeekableByteChannel channel(
      SeekableByteChannel archive, OvaArchive.Member member) {
    return new ReadChannel(
        (target, position) -> {
          int limit = target.limit();
          target.limit(
              target.position()
                  + (int) Math.min(target.remaining(), member.contiguousBytes(position)));
          try {
            return archive.position(member.archiveOffset(position)).read(target);
          } finally {
            target.limit(limit);
          }
        },
        archive,
        member.bytes());
  }
}
