package dev.varve.fuzz;

import java.util.List;

/** A reader under any bytes. */
interface FuzzTarget {
  /**
   * Reads the bytes, and checks what must hold of the result.
   *
   * @return whether they were accepted
   * @throws Exception or an error of any kind: a finding
   */
  boolean accepts(byte[] data) throws Exception;

  /** Inputs to start from; most of them are accepted. */
  List<byte[]> seeds() throws Exception;
}
