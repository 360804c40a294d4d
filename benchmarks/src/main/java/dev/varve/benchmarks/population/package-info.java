/**
 * Recipes of registries and of disks of any size, drawn from a seed with published distributions,
 * without archives and disks. Any layer, image or segment can be made without the others, and
 * nothing is held in proportion to them.
 *
 * <p>Registries follow <a href="https://doi.org/10.1109/CLUSTER.2019.8891000">N. Zhao et al.:
 * Large-scale analysis of the Docker Hub dataset (2019)</a>, disks <a
 * href="https://doi.org/10.1109/TPDS.2015.2408263">W. Zhang et al.: VM-centric snapshot
 * deduplication for converged cloud architectures (2015)</a>.
 *
 * <p>May use: {@code dev.varve.model}, and permutations of {@code dev.varve.simulation.access}.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.benchmarks.population;
