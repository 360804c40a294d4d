/**
 * Accesses to a disk: synthetic, by patterns, or those of a trace. Stands on the model and codecs.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.simulation.access;
