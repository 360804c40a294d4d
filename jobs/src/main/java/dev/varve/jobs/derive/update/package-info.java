/** Cost of updates of images: pairs of images that follow each other, layer by layer. */
@NullMarked
package dev.varve.jobs.derive.update;

import org.jspecify.annotations.NullMarked;
