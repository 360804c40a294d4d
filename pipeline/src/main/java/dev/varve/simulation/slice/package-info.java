/**
 * Layers as files spread over servers: which server stores which files of a layer (its slices), and
 * what a registry stores in each storage mode. Uses the model and placements.
 *
 * @see <a href="https://www.usenix.org/conference/atc20/presentation/zhao">Zhao et al.: DupHunter
 *     (ATC 2020)</a>
 */
@org.jspecify.annotations.NullMarked
package dev.varve.simulation.slice;
