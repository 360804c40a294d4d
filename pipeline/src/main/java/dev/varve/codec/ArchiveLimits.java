package dev.varve.codec;

import java.io.Serializable;

/**
 * What an archive may ask of its reader before it is refused with reason LIMIT.
 *
 * @param archiveBytes uncompressed bytes, and bytes of content with holes filled
 * @param entries entries of one archive
 * @param pathBytes bytes of one path or link target
 * @param headerBytes bytes of one PAX extended header
 * @param sparsePieces pieces of one sparse file
 */
public record ArchiveLimits(
    long archiveBytes, int entries, int pathBytes, int headerBytes, int sparsePieces)
    implements Serializable {}
