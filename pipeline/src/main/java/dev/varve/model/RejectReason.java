package dev.varve.model;

/** Why a blob was not used; the values of {@code rejected_blob.reason}. */
public enum RejectReason {
  /** The blob ends earlier than its format, its stated size or its digest requires. */
  TRUNCATED,
  /** Its bytes break the rules of its format. */
  CORRUPT,
  /** Its bytes are well formed but are not those that a manifest or config names. */
  DIGEST_MISMATCH,
  /** It is larger than a limit of the settings allows. */
  LIMIT,
  /** It is encrypted and no key is known. */
  ENCRYPTED,
  /** Something names it, but it is not there. */
  ABSENT,
  /**
   * It may be there, but the registry that has it refuses it, fails, or was given up, or this user
   * may not read it. Tables name it ABSENT.
   */
  UNREACHABLE,
  /** Its format is recognized, but Varve does not read it. */
  UNSUPPORTED
}
