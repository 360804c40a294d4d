/**
 * Retention: the slot rules of backup chains (borg, restic, Proxmox Backup Server), exactly as the
 * tools pick. Also the rules of container registries with what a collection of garbage then leaves.
 * Needs the JDK alone.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.simulation.retention;
