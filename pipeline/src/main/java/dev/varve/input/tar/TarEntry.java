package dev.varve.input.tar;

import org.jspecify.annotations.Nullable;

/**
 * A header of a tar archive, with PAX and GNU extensions resolved. Names are raw bytes.
 *
 * @param type the type flag; {@code '0'} for every kind of regular file, sparse ones too
 * @param name the path as it is in the archive
 * @param linkTarget target of a link; empty for all other entries
 * @param bytes content as it is extracted, holes filled; 0 for kinds without content
 * @param contentOffset offset in the archive at which the stored content starts
 * @param mtimeMicros microseconds since the epoch
 * @param sparse the pieces of a sparse file, else null
 */
public record TarEntry(
    char type,
    byte[] name,
    byte[] linkTarget,
    long bytes,
    long contentOffset,
    int mode,
    long uid,
    long gid,
    long mtimeMicros,
    @Nullable SparseMap sparse) {}
