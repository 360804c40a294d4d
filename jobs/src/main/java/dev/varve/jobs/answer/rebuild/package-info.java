/**
 * {@code rebuild}: which encoder gives the stored blob of a layer again, bit for bit, from its
 * archive.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.answer.rebuild;
