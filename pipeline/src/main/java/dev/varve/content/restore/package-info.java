/**
 * A layer's archive out of its recipe, its framing and contents of other layers. Uses the model,
 * codecs and the verification of layers.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.content.restore;
