package dev.varve.content.chunking;

import dev.varve.model.ContentSample;
import dev.varve.model.FileEntry;
import dev.varve.model.FilePiece;
import java.util.List;

/**
 * A file of a layer that was cut or sampled, as {@link FileCutter} passes it to ingest.
 *
 * @param pieces chunks of its content
 * @param samples of the content and of its chunks, compressed by themselves
 */
public record CutFile(FileEntry entry, List<FilePiece> pieces, List<ContentSample> samples) {}
