/**
 * Layer plans: how the files of an image line should be cut into layers, learned from the first
 * images of the line and judged on the others. Policies give rules from paths to layers; tallies
 * count what updates then ship and what a registry stores. Needs the JDK and the model.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.simulation.layering;
