package dev.varve.input.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.io.Reader;

/** Readers of JSON that others wrote; no other class makes one. */
public final class ForeignJson {
  /**
   * Most bytes of a small document. Registries refuse manifests above 4 MiB; configs and lists may
   * be longer.
   */
  public static final int MOST_BYTES = 16 << 20;

  /**
   * Most tokens of a document read as a tree. A descriptor of 230 bytes has 14 tokens, so a real
   * index may fill {@link #MOST_BYTES}. A tree takes up to 80 bytes of memory per token: without
   * this bound, 16 MiB of empty objects would take half a gigabyte.
   */
  private static final int MOST_TOKENS = 1 << 20;

  /** Most levels of nesting; manifests and configs have less than ten. */
  private static final int MOST_DEPTH = 128;

  /** Most digits of a number; no field that is read needs as many. */
  private static final int MOST_DIGITS = 64;

  private static final ObjectMapper TREES =
      new ObjectMapper(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxDocumentLength(MOST_BYTES)
                          .maxStringLength(MOST_BYTES)
                          .maxTokenCount(MOST_TOKENS)
                          .maxNestingDepth(MOST_DEPTH)
                          .build())
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private ForeignJson() {}

  /**
   * Reads a small document as a tree.
   *
   * @throws MalformedBlobException when it is beyond a limit, or no JSON; the message may quote it
   */
  public static JsonNode tree(byte[] bytes) throws MalformedBlobException {
    if (bytes.length > MOST_BYTES) {
      throw new MalformedBlobException(
          RejectReason.LIMIT, MOST_BYTES, "a JSON document of more than " + MOST_BYTES + " bytes");
    }
    try {
      return TREES.readTree(bytes);
    } catch (StreamConstraintsException e) {
      throw new MalformedBlobException(
          RejectReason.LIMIT,
          offset(e),
          "a JSON document beyond a limit: " + e.getOriginalMessage());
    } catch (JsonProcessingException e) {
      throw new MalformedBlobException(
          RejectReason.CORRUPT, offset(e), "invalid JSON: " + e.getOriginalMessage());
    } catch (IOException e) {
      // The bytes are in memory, so this is not an I/O error: the encoding that the parser guessed
      // is wrong.
      throw new MalformedBlobException(RejectReason.CORRUPT, "invalid JSON: " + e.getMessage());
    }
  }

  private static long offset(JsonProcessingException e) {
    return e.getLocation() == null ? -1 : e.getLocation().getByteOffset();
  }

  /**
   * The tokens of a document of any length, one by one. Names of fields are not remembered, so that
   * no document can fill the memory with them.
   *
   * @param mostLetters most characters of a text or a name
   * @param mostDepth most levels of nested objects and lists
   * @param mostBytes most bytes of the document
   */
  public static JsonParser tokens(Reader in, int mostLetters, int mostDepth, long mostBytes)
      throws IOException {
    return JsonFactory.builder()
        .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
        .streamReadConstraints(
            StreamReadConstraints.builder()
                .maxStringLength(mostLetters)
                .maxNameLength(mostLetters)
                .maxNumberLength(MOST_DIGITS)
                .maxNestingDepth(mostDepth)
                .maxDocumentLength(mostBytes)
                .build())
        .build()
        .createParser(in);
  }
}
