/**
 * One self-contained HTML file of reports: the headline, then a section a report with its plot, its
 * table, how it counts and its SQL. It is a {@code Document} like the other formats. It has a
 * package of its own because, unlike them, it also uses the headline and the subjects of reports.
 * It requests nothing from the network. A small script sorts and filters tables; without the script
 * everything is still readable.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.answer.page;
