/**
 * Local files and folders for output, copies and scratch data: published atomically, private, and
 * deleted at the end.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.warehouse.file;
