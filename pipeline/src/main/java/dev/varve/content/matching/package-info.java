/**
 * Finding equal content: chunk keys, similar segments of a parent snapshot, the popular data of a
 * fleet and the model of its popularity. Pure structures of primitives; may use {@code
 * dev.varve.model} and fastutil.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.content.matching;
