/** Updates of images: the trees of two images compared. Uses the model and squashed images. */
@org.jspecify.annotations.NullMarked
package dev.varve.content.update;
