/**
 * {@code simulate layers}: how images should be cut into layers, learned from the first images of
 * each line and judged on the others. The engine squashes images and sorts their entries; the plans
 * are those of {@code dev.varve.simulation.layering}.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.simulate.layering;
