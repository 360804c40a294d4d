/**
 * Reader of bbolt databases, in which containerd keeps the names of images. Knows pages and buckets
 * and nothing of images; {@code input.source} looks up what it needs.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.input.bolt;
