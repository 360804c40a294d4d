/**
 * What the whole would hold, from a sample of it: units (layers, ranges of disks) are drawn, their
 * contents counted by how many drawn units hold them, and from these counts follow limits of what
 * all units hold. Rows are never sampled: a content counts with every drawn unit that holds it.
 *
 * @see <a href="https://www.usenix.org/conference/fast16/technical-sessions/presentation/harnik">
 *     Harnik, Khaitzin, Sotnikov: Estimating unseen deduplication, from theory to practice (FAST
 *     2016)</a>
 */
@NullMarked
package dev.varve.estimate;

import org.jspecify.annotations.NullMarked;
