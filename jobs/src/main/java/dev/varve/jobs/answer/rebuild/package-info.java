/**
 * Verb {@code rebuild}: finds the encoder that reproduces the stored blob of a layer, bit for bit,
 * from its archive.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.answer.rebuild;
