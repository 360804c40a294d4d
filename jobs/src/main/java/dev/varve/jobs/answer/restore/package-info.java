/** {@code restore}: a layer's archive out of the warehouse and other layers' blobs. */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.answer.restore;
