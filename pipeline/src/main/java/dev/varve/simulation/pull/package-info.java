/**
 * Pulls from a registry in simulated time: what each request waits for when layers are stored
 * whole, or as files that servers put together again, with caches of restored layers. Uses the
 * requests, cache policies and slices.
 *
 * @see <a href="https://www.usenix.org/conference/atc20/presentation/zhao">Zhao et al.: DupHunter
 *     (ATC 2020)</a>
 */
@org.jspecify.annotations.NullMarked
package dev.varve.simulation.pull;
