/** {@code simulate durability}: machines fail and are filled again, over years. */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.simulate.durability;
