/**
 * Archives: the entries of a tar stream, their contents and their framing, and what archiving and
 * compressing one again takes. Uses the model, digests and decompressed streams; knows nothing of
 * images or registries.
 *
 * <p>The tar reader is our own, because the reader of commons-compress (1.28,
 * TarArchiveInputStream) lacks properties that a recipe needs:
 *
 * <ul>
 *   <li>Names as they are. The library makes strings of them. Bytes of PAX values that are no UTF-8
 *       become replacement characters, so that two names may become one. Leading slashes are taken
 *       off a long name. {@link dev.varve.input.tar.TarEntry} has the bytes.
 *   <li>The place of content. The library's reader of seekable files gives the offset of an entry's
 *       data. Its reader of streams does not, and a compressed layer is a stream.
 *   <li>Memory within limits. The library reads long names and PAX values of any length into
 *       memory, and limits neither the pieces of a sparse map nor its holes. Here {@link
 *       dev.varve.input.tar.ArchiveLimits} bounds each.
 *   <li>Faults as rows. The library throws an IOException with a text, both for a broken archive
 *       and for a failing medium. Here a broken archive is a {@link
 *       dev.varve.model.MalformedBlobException} with reason and offset, and only the medium's
 *       faults are IOExceptions.
 * </ul>
 *
 * Both readers support the same sparse forms. Tests compare ours with the library's and with GNU
 * tar.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.input.tar;
