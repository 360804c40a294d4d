/**
 * Layers that are alike: which traits of their entries are equal, and which pairs are nearly equal
 * sets of contents. Needs nothing but the model.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.content.twin;
