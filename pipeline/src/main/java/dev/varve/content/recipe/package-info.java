/**
 * Reading of a layer from its blob's bytes to its recipe: one pass that checks digests and
 * fingerprints every file.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.content.recipe;
