package dev.varve.input.source;

import java.io.Serializable;

/**
 * A piece of the input, read by one task.
 *
 * @param form form of storage, which decides how it is read
 * @param root URI of the layout, the archive, or the folder that contains {@code repositories} and
 *     {@code blobs}
 * @param scope for a tree, a namespace or repository below {@code repositories}. For a layout or
 *     skopeo's folder, its path below the input. For REFUSED, the reason. For other forms see
 *     {@link Form}; otherwise empty
 */
public record SourceUnit(Form form, String root, String scope) implements Serializable {
  /** The name of a repository, or of that of some tags; empty for other forms. */
  public String repository() {
    return switch (form) {
      case API_TAGS -> RegistryInput.repositoryOf(root);
      case REPOSITORY -> scope;
      default -> "";
    };
  }

  /**
   * Location of the repository, layout, archive or store that the unit reads. Names found there are
   * judged by it: see {@link Judged}.
   */
  public String location() {
    return form == Form.REPOSITORY ? DistributionTree.folder(root, scope) : root;
  }

  /** The forms that images are stored in. */
  public enum Form {
    /** A folder of the OCI image layout specification. */
    OCI_FOLDER,
    /** A folder of skopeo's transport {@code dir:}. */
    SKOPEO_FOLDER,
    /** A tar file: an OCI layout, what {@code docker save} writes, or something else. */
    ARCHIVE,
    /** A folder of blobs by digest without an index, as containerd has it. */
    CONTENT_STORE,
    /** A store of containers/storage (podman, CRI-O, buildah); the scope is its driver. */
    CONTAINERS_STORE,
    /** The images of a driver in a store of Docker. */
    DOCKER_STORE,
    /**
     * A name below {@code repositories} of a Distribution storage tree, which may contain others.
     */
    NAMESPACE,
    /** One repository of a Distribution storage tree. */
    REPOSITORY,
    /** Blobs of a storage tree below a folder, which is the scope, such as {@code sha256/ab}. */
    TREE_BLOBS,
    /** A repository by the API of its registry; the root is a {@link RegistryInput}. */
    API_REPOSITORY,
    /** Some tags, or a digest, of such a repository; the scope lists them, with blanks between. */
    API_TAGS,
    /** Tags of such a repository that the input leaves out; the scope lists them likewise. */
    API_LEFT_OUT,
    /** An input that cannot be read, at its location: the scope says why. */
    REFUSED
  }
}
