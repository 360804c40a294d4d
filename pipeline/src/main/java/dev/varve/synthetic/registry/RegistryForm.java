package dev.varve.synthetic.registry;

import java.io.IOException;

/**
 * A form on disk that a registry can have. Blobs come before the manifests that list them, a
 * manifest before its tags.
 */
interface RegistryForm {
  /** Keeps the bytes; {@code data} may be less than the descriptor says: a damaged blob. */
  void store(Descriptor blob, byte[] data) throws IOException;

  /** Lets a repository serve a stored layer, config or other blob. */
  void link(String repository, Descriptor blob) throws IOException;

  /** Lets a repository serve a stored manifest or index under its digest. */
  void addRevision(String repository, Descriptor manifest) throws IOException;

  /** Points a tag at a revision, away from the one it pointed at before. */
  void tag(String repository, String tag, Descriptor manifest) throws IOException;

  /** Writes what can be written only when all is known. */
  void finish() throws IOException;
}
