/** {@code simulate packing}: how many blocks distinct files and unique chunks fill. */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.packing;
