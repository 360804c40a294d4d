/**
 * Layers that are odd or broken on purpose, from a seed: what readers have to survive. Uses the
 * model.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.synthetic.mutation;
