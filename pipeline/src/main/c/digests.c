/*
 * Native methods of dev.varve.codec.NativeSha256. Bytes are copied out of arrays in pieces that stay in the nearest
 * cache, which costs a fortieth of digesting them; holding arrays in place would hold up the collector.
 */
#include "sha256.h"

#include <jni.h>

#define METHOD(type, name) JNIEXPORT type JNICALL Java_dev_varve_codec_NativeSha256_##name

METHOD(jboolean, isSupported)(JNIEnv *env, jclass type) {
  (void)env, (void)type;
  return sha256_supported() ? JNI_TRUE : JNI_FALSE;
}

static void feed(JNIEnv *env, jintArray one, jintArray two, jbyteArray data, jint from, jint blocks) {
  uint32_t s[WORDS], t[WORDS];
  uint8_t buffer[BUFFERED];
  (*env)->GetIntArrayRegion(env, one, 0, WORDS, (jint *)s);
  if (two) {
    (*env)->GetIntArrayRegion(env, two, 0, WORDS, (jint *)t);
  }
  while (blocks > 0 && !(*env)->ExceptionCheck(env)) {
    jint count = blocks < BUFFERED / BLOCK ? blocks : BUFFERED / BLOCK;
    (*env)->GetByteArrayRegion(env, data, from, BLOCK * count, (jbyte *)buffer);
    if (two) {
      sha256_pair(s, t, buffer, count);
    } else {
      sha256_blocks(s, buffer, count);
    }
    from += BLOCK * count;
    blocks -= count;
  }
  if (!(*env)->ExceptionCheck(env)) {
    (*env)->SetIntArrayRegion(env, one, 0, WORDS, (jint *)s);
    if (two) {
      (*env)->SetIntArrayRegion(env, two, 0, WORDS, (jint *)t);
    }
  }
}

METHOD(void, blocks)(JNIEnv *env, jclass type, jintArray state, jbyteArray data, jint from, jint blocks) {
  (void)type;
  feed(env, state, NULL, data, from, blocks);
}

METHOD(void, pair)
(JNIEnv *env, jclass type, jintArray one, jintArray two, jbyteArray data, jint from, jint blocks) {
  (void)type;
  feed(env, one, two, data, from, blocks);
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
