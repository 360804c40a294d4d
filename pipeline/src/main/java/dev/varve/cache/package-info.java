/**
 * Caches of whole objects by bytes: the published policies behind one small interface, chosen by
 * name in one switch, and the offline bounds beside which they stand. Objects are dense numbers
 * with a size each, and all state lies in arrays by number. Stands on nothing but fastutil.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.cache;
