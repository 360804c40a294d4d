/**
 * Estimates of the bytes of all units from a sample of units, which are layers or ranges of disks.
 * The contents of drawn units are counted by how many of these contain them; the counts give an
 * interval for all units. A drawn unit is read whole, so a content counts with every drawn unit
 * that contains it.
 *
 * @see <a href="https://www.usenix.org/conference/fast16/technical-sessions/presentation/harnik">
 *     Harnik, Khaitzin, Sotnikov: Estimating unseen deduplication, from theory to practice (FAST
 *     2016)</a>
 */
@NullMarked
package dev.varve.content.estimate;

import org.jspecify.annotations.NullMarked;
