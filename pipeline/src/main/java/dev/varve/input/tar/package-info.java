/**
 * Archives: the entries of a tar stream, their contents and their framing, and what archiving and
 * compressing one again takes. Uses the model, digests and decompressed streams; knows nothing of
 * images or registries.
 *
 * <p>The tar reader is our own, because that of commons-compress (1.28, TarArchiveInputStream)
 * lacks what a recipe needs:
 *
 * <ul>
 *   <li>Names as they are. It makes strings of them. Bytes of PAX values that are no UTF-8 become
 *       replacement characters, so that two names may become one. Leading slashes are taken off a
 *       long name. {@link dev.varve.input.tar.TarEntry} has the bytes.
 *   <li>The place of content. The offset of an entry's data is set by its reader of seekable files,
 *       not by that of streams, which is what a compressed layer is.
 *   <li>Memory within limits. A long name is gathered, and a PAX value read, whatever its length,
 *       and nothing limits the entries of a sparse map or its holes. Here {@link
 *       dev.varve.input.tar.ArchiveLimits} bounds each.
 *   <li>Faults as rows. It throws an IOException with a text, for a broken archive as for a medium
 *       that fails. Here a broken archive is a {@link dev.varve.model.MalformedBlobException} with
 *       reason and offset, and only the medium's faults are IOExceptions.
 * </ul>
 *
 * It reads the same sparse forms; that is no reason. Tests compare ours with it and with GNU tar.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.input.tar;
