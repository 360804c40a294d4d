package dev.varve.jobs.simulate.fleet;

import dev.varve.simulation.availability.Fleet;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.UncheckedIOException;

/**
 * A part of the fleet of a scheme as a row.
 *
 * @param part its number
 * @param fleet the serialized part
 * @param privateBlocks private blocks that each of its owners touches
 * @param popularBlocks popular blocks that each of its owners touches
 */
@SuppressWarnings("ArrayRecordComponent") // a row a part, never compared
record PackedPart(String scheme, int part, byte[] fleet, int[] privateBlocks, int[] popularBlocks) {
  static PackedPart of(String scheme, int part, Fleet fleet) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream objects = new ObjectOutputStream(bytes)) {
      objects.writeObject(fleet);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new PackedPart(
        scheme,
        part,
        bytes.toByteArray(),
        fleet.privateBlocks().blocksOfOwners(),
        fleet.popularBlocks().blocksOfOwners());
  }
}
