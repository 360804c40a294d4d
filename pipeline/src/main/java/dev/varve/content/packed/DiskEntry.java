package dev.varve.content.packed;

import dev.varve.input.disk.DiskFormat;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * A file of a layer directly in folder {@code /disk}, where KubeVirt expects the disk of a VM.
 *
 * @param name below that folder
 * @param offset of its content in the layer's archive
 * @param bytes of its content
 * @param format of the disk; null where there is a fault
 * @param fault why it is no readable disk; null where it is one
 */
record DiskEntry(
    String name, long offset, long bytes, @Nullable DiskFormat format, @Nullable PackedFault fault)
    implements Serializable {}
