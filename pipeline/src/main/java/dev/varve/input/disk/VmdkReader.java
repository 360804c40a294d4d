package dev.varve.input.disk;

import dev.varve.model.RejectReason;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Disks of VMware: sparse files with their descriptor inside, also compressed streams; and
 * descriptors of flat and sparse files, also those of ESX. A disk over another one names that disk
 * by its content ID.
 *
 * @see <a href="https://github.com/libyal/libvmdk/tree/main/documentation">The VMDK format</a>
 */
final class VmdkReader implements DiskReader {
  private static final int MAGIC_BYTES = 512;

  @Override
  public DiskHead head(DiskFile file) throws IOException {
    VmdkDescriptor descriptor = descriptor(file);
    BackingName backing = backing(file, descriptor);
    String below = backing == null ? null : backing.location();
    return isText(file)
        ? new DiskHead(
            descriptor.virtualBytes(),
            below,
            false,
            VmdkExtents.locations(file, descriptor),
            List.of())
        : DiskHead.overBacking(VmdkHeader.read(file).virtualBytes(), below);
  }

  @Override
  public DiskLayer open(DiskFile file, BackingChain chain) throws IOException {
    VmdkDescriptor descriptor = descriptor(file);
    BackingName backing = backing(file, descriptor);
    return DiskLayer.overBacking(
        backing,
        isText(file)
            ? VmdkExtents.openFirst(file, descriptor, chain)
            : new VmdkTables(file, VmdkHeader.read(file), chain.clusters()));
  }

  @Override
  public String identity(DiskFile file) throws IOException {
    return descriptor(file).identity();
  }

  private static boolean isText(DiskFile file) throws IOException {
    byte[] head = file.head(MAGIC_BYTES);
    return VmdkHeader.TEXT.matches(head) || VmdkHeader.VERSION.matches(head);
  }

  private static VmdkDescriptor descriptor(DiskFile file) throws IOException {
    if (isText(file)) {
      return VmdkDescriptor.read(file, 0, file.bytes());
    }
    VmdkHeader header = VmdkHeader.read(file);
    if (header.descriptorOffset() == 0) {
      throw file.malformed(
          RejectReason.UNSUPPORTED,
          0,
          "a part of a VMDK alone; give its descriptor, the text file that names the parts");
    }
    return VmdkDescriptor.read(file, header.descriptorOffset(), header.descriptorBytes());
  }

  private static @Nullable BackingName backing(DiskFile file, VmdkDescriptor descriptor)
      throws IOException {
    String parent = descriptor.parentIdentity();
    return parent == null
        ? null
        : BackingSearch.byPath(file, descriptor.at(), List.of(descriptor.parentHint()), parent);
  }
}
