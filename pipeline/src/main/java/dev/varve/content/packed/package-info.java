/**
 * Disks inside of images: those of KubeVirt below {@code /disk} of a layer, and those of tart in
 * pieces. Uses the sources of images and the disks.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.content.packed;
