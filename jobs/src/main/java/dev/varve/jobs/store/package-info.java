/** Files that are read and written, under one interface: those of local disks are here. */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.store;
