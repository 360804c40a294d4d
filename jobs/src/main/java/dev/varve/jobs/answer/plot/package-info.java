/**
 * Plots of answers as SVG: what a report's line {@code -- chart:} requests, made into points, then
 * into shapes. Colours are classes that a style sheet fills, so that one drawing serves light, dark
 * and paper. Every point has its values as a tooltip, and every plot a description in words. The
 * same rows give the same bytes.
 *
 * <p>Why no library: the page is read without scripts, so plots are drawn here, on the short class
 * path of the verbs that read. Tried were lets-plot 4.1.0 (MIT; draws SVG without AWT, but takes 7
 * MB in ten jars in addition to the seven that are there, and 27 KB a plot. Its plots fix their
 * colours in every shape, carry random names, so that no two runs are equal, and say nothing when
 * pointed at). Examined by their dependencies were XChart (its vector output is LGPL, and it
 * measures text by AWT, which needs fonts that servers lack) and JFreeChart (LGPL).
 */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.answer.plot;
