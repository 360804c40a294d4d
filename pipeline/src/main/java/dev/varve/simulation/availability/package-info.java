/**
 * Losses by machine failures: the closed forms, an exhaustive enumeration for small worlds, a Monte
 * Carlo over real placements for large ones, and durability over time. Owners are VMs or images;
 * one is available while every block that it touches can be read. May use {@code dev.varve.model}
 * and {@code dev.varve.simulation.placement}.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.simulation.availability;
