/**
 * The contents of synthetic worlds, from a seed: contents of files that compress as real ones do,
 * and trees of files that change from version to version. Uses the model.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.synthetic.content;
