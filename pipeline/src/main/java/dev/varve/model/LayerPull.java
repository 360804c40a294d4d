package dev.varve.model;

/**
 * The cost of serving a layer from its files, with one codec: a row of {@code layer_pull} without
 * its layer.
 *
 * @param codec name and level, such as gzip-6
 * @param archiveNanos putting the files into an archive again; the same for every codec
 * @param compressNanos compressing the archive
 * @param pullBytes length of the compressed archive
 */
public record LayerPull(String codec, long archiveNanos, long compressNanos, long pullBytes) {}
