/** {@code restore}: a layer's archive out of what the warehouse and other layers' blobs hold. */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.answer.restore;
