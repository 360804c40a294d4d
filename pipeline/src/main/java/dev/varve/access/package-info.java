/** Accesses to a disk: made up by patterns, or those of a trace. Stands on the model and codecs. */
@org.jspecify.annotations.NullMarked
package dev.varve.access;
