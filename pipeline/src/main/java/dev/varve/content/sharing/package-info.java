/**
 * Sharing degrees: folds that count the owners of one content after another, from references that
 * come sorted by content. No list or set is kept for a content, except what is gathered before the
 * sort. Uses no other package.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.content.sharing;
