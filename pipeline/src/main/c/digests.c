/*
 * Native methods of dev.varve.digest.NativeSha256, which checks places and lengths before it calls them. Bytes are copied
 * out of arrays in steps that fit into the nearest cache, which takes a fortieth of the time of digesting them: arrays
 * that are worked on in place would hold up the collector.
 */
#include "sha256.h"

#include <jni.h>

#define METHOD(type, name) JNIEXPORT type JNICALL Java_dev_varve_digest_NativeSha256_##name

METHOD(jboolean, isSupported)(JNIEnv *env, jclass type) {
  (void)env, (void)type;
  return sha256_supported() ? JNI_TRUE : JNI_FALSE;
}

METHOD(jint, stateBytes)(JNIEnv *env, jclass type) {
  (void)env, (void)type;
  return sizeof(sha256);
}

static void get_state(JNIEnv *env, jbyteArray state, sha256 *to) {
  (*env)->GetByteArrayRegion(env, state, 0, sizeof *to, (jbyte *)to);
}

static void put_state(JNIEnv *env, const sha256 *from, jbyteArray state) {
  (*env)->SetByteArrayRegion(env, state, 0, sizeof *from, (const jbyte *)from);
}

/* Feeds a digest, and another one unless it is NULL. */
static void feed(JNIEnv *env, sha256 *one, sha256 *other, jbyteArray data, jint from, jint bytes) {
  uint8_t buffer[BUFFERED];
  for (jint end = from + bytes, step; from < end; from += step) {
    step = end - from < BUFFERED ? end - from : BUFFERED;
    (*env)->GetByteArrayRegion(env, data, from, step, (jbyte *)buffer);
    if (other) {
      sha256_update_both(one, other, buffer, step);
    } else {
      sha256_update(one, buffer, step);
    }
  }
}

METHOD(void, begin)(JNIEnv *env, jclass type, jbyteArray state) {
  (void)type;
  sha256 one;
  memset(&one, 0, sizeof one);
  sha256_begin(&one);
  put_state(env, &one, state);
}

METHOD(void, update)(JNIEnv *env, jclass type, jbyteArray state, jbyteArray data, jint from, jint bytes) {
  (void)type;
  sha256 one;
  get_state(env, state, &one);
  feed(env, &one, NULL, data, from, bytes);
  put_state(env, &one, state);
}

METHOD(void, updateBoth)
(JNIEnv *env, jclass type, jbyteArray state, jbyteArray otherState, jbyteArray data, jint from, jint ahead, jint bytes) {
  (void)type;
  sha256 one, other;
  get_state(env, state, &one);
  get_state(env, otherState, &other);
  feed(env, &one, NULL, data, from, ahead);
  feed(env, &one, &other, data, from + ahead, bytes);
  put_state(env, &one, state);
  put_state(env, &other, otherState);
}

METHOD(void, digest)(JNIEnv *env, jclass type, jbyteArray state, jbyteArray digest, jint at) {
  (void)type;
  sha256 one;
  uint8_t printed[4 * WORDS];
  get_state(env, state, &one);
  sha256_digest(&one, printed);
  put_state(env, &one, state);
  (*env)->SetByteArrayRegion(env, digest, at, sizeof printed, (const jbyte *)printed);
}

typedef struct {
  JNIEnv *env;
  jbyteArray data, digests;
} arrays;

static void read(void *array, int from, int bytes, uint8_t *to) {
  arrays *of = array;
  (*of->env)->GetByteArrayRegion(of->env, of->data, from, bytes, (jbyte *)to);
}

static void take(void *array, int piece, const uint8_t *digest) {
  arrays *of = array;
  (*of->env)->SetByteArrayRegion(of->env, of->digests, 4 * WORDS * piece, 4 * WORDS, (const jbyte *)digest);
}

METHOD(void, digestPieces)
(JNIEnv *env, jclass type, jbyteArray data, jint from, jintArray ends, jint first, jint last, jbyteArray digests) {
  (void)type;
  jint *places = (*env)->GetIntArrayElements(env, ends, NULL);
  if (places) {
    arrays all = {env, data, digests};
    pieces of = {&all, read, take, (const int *)places, from, first, last};
    sha256_pieces(&of);
    (*env)->ReleaseIntArrayElements(env, ends, places, JNI_ABORT);
  }
}
