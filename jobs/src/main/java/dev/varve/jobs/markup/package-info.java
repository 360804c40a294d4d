/**
 * HTML and SVG as text, escaped in one place: what comes from inputs can be text and the value of
 * an attribute, never an element.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.markup;
