/**
 * The nouns of deduplication: fingerprints, layers, entries, rejections. JDK only; knows no other
 * package.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.model;
