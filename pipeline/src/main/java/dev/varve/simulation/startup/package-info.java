/**
 * Container starts: lists of what a start accessed, and what fetching only that would take. Uses
 * the model and the CSV rows of the inventory.
 *
 * @see <a href="https://www.usenix.org/conference/fast16/technical-sessions/presentation/harter">
 *     Harter et al.: Slacker (FAST 2016)</a>
 */
@org.jspecify.annotations.NullMarked
package dev.varve.simulation.startup;
