package dev.varve.jobs.engine.run;

/**
 * Inputs of a run that ends early: those that it has published, or those that are left.
 *
 * @param unit noun of one, such as layer
 * @param number how many
 * @param bytes of all of them
 */
public record Kept(String unit, long number, long bytes) {
  /** The sum of these and more. */
  public Kept plus(Kept more) {
    return new Kept(unit, number + more.number, bytes + more.bytes);
  }

  /** The rest of these without those. */
  public Kept minus(Kept those) {
    return new Kept(unit, Math.max(0, number - those.number), Math.max(0, bytes - those.bytes));
  }
}
