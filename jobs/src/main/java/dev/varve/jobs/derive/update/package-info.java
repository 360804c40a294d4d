/** What an update of an image costs: pairs of images that follow each other, layer by layer. */
@NullMarked
package dev.varve.jobs.derive.update;

import org.jspecify.annotations.NullMarked;
