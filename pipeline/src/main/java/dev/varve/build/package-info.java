/** Lines of image builds, as the history of an image's config states them. Pure text. */
@org.jspecify.annotations.NullMarked
package dev.varve.build;
