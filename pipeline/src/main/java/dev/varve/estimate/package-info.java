/**
 * Estimates of the whole from a sample. Units (layers, ranges of disks) are drawn, and their
 * contents counted by how many drawn units contain them. From these counts follow limits of what
 * all units contain. Rows are never sampled: a content counts with every drawn unit that contains
 * it.
 *
 * @see <a href="https://www.usenix.org/conference/fast16/technical-sessions/presentation/harnik">
 *     Harnik, Khaitzin, Sotnikov: Estimating unseen deduplication, from theory to practice (FAST
 *     2016)</a>
 */
@NullMarked
package dev.varve.estimate;

import org.jspecify.annotations.NullMarked;
