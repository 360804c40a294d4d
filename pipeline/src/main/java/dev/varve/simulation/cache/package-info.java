/**
 * Caches of whole objects by bytes: the published policies behind one small interface, chosen by
 * name in one switch, and the offline bounds to compare them with. Objects are dense numbers with a
 * size each, and all state is in arrays by number. Depends on fastutil alone.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.simulation.cache;
