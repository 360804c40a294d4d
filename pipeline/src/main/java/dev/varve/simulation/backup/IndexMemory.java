package dev.varve.simulation.backup;

/**
 * Index memory that each machine needs while it backs up, by the sizes of entries. Perfect and SRB
 * keep an entry for each chunk they store; the popular data one for each popular chunk, each of the
 * p machines storing 1/p. Level 2 keeps the parent's min-hashes and the recipes it searches, for as
 * many VMs as are backed up in parallel. Level 1 keeps nothing, as it reads checksums along with
 * the segments.
 *
 * <p>Published, at 2,500 VMs on 100 machines: none after level 1, and 10 MB after level 2. With
 * popular data it is 118 MB at 2 %, and about 220 MB at 4 %; for SRB it is 2.4 GB. The two popular
 * figures fit the model (10 + 108 and 10 + 216). Entry sizes were not published, so the sizes here
 * follow from what such an entry must contain; they are the same for every scheme.
 *
 * @param chunkEntryBytes an entry of a chunk index: digest, place and table overhead
 * @param segmentEntryBytes an entry of a similarity index: digest and position
 * @param recipeEntryBytes a chunk of a recipe in memory to be searched: digest and place
 * @param tasks VMs that a machine backs up in parallel
 */
public record IndexMemory(
    int chunkEntryBytes, int segmentEntryBytes, int recipeEntryBytes, int tasks) {

  /**
   * Bytes on one machine of index entries for a number of chunks, divided evenly between machines.
   */
  public long chunkIndexBytes(long chunks, int machines) {
    return (chunks + machines - 1) / machines * chunkEntryBytes;
  }

  /**
   * Index memory of level 2: min-hashes and recipes of the parents.
   *
   * @param segments segments with data in the largest snapshot
   * @param recipes recipes searched in parallel
   * @param chunksPerSegment their length
   */
  public long parentBytes(long segments, int recipes, long chunksPerSegment) {
    return tasks * (segments * segmentEntryBytes + recipes * chunksPerSegment * recipeEntryBytes);
  }
}
