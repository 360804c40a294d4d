/*
 * Native methods of dev.varve.input.digest.NativeSha256, which checks places and lengths before it calls them. Bytes are copied
 * out of arrays in steps that fit into the nearest cache, which takes a fortieth of the time of digesting them: arrays
 * that are worked on in place would hold up the collector.
 */
#include "sha256.h"

#include <jni.h>

#define METHOD(type, name) JNIEXPORT type JNICALL Java_dev_varve_input_digest_NativeSha256_##name

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

static void get_bytes(JNIEnv *env, jbyteArray data, jint from, jint bytes, uint8_t *to) {
  (*env)->GetByteArrayRegion(env, data, from, bytes, (jbyte *)to);
}

/* Another digest, with bytes that wait for it. */
typedef struct {
  sha256 digest;
  jbyteArray data;
  jint from, left;
} waiting;

/* Feeds a digest, the same to another one, and other bytes to the one that waits; to those two unless they are NULL. */
static void feed(JNIEnv *env, sha256 *one, jbyteArray data, jint from, jint bytes, sha256 *same, waiting *other) {
  uint8_t buffer[BUFFERED], others[BUFFERED];
  for (jint end = from + bytes, step, most; from < end; from += step) {
    step = end - from < BUFFERED ? end - from : BUFFERED;
    get_bytes(env, data, from, step, buffer);
    most = !other ? 0 : other->left < step ? other->left : step;
    if (most > 0) {
      get_bytes(env, other->data, other->from, most, others);
      jint taken = sha256_update_all(one, buffer, step, same, &other->digest, others, most);
      other->from += taken;
      other->left -= taken;
    } else {
      sha256_update_all(one, buffer, step, same, NULL, NULL, 0);
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
  feed(env, &one, data, from, bytes, NULL, NULL);
  put_state(env, &one, state);
}

/*
 * An archive, a file inside, and the blob that the archive comes from. A file without a state begins here, one with room
 * for its digest ends. Returns how many bytes of the blob were taken, if there is one.
 */
METHOD(jint, updateAll)
(JNIEnv *env, jclass type, jbyteArray state, jbyteArray data, jint from, jint ahead, jint bytes, jbyteArray fileState,
 jbyteArray fileDigest, jbyteArray blobState, jbyteArray blob, jint at, jint most) {
  (void)type;
  sha256 archive, file;
  waiting stored = {.data = blob, .from = at, .left = most};
  get_state(env, state, &archive);
  if (fileState) {
    get_state(env, fileState, &file);
  } else {
    memset(&file, 0, sizeof file);
    sha256_begin(&file);
  }
  if (blobState) {
    get_state(env, blobState, &stored.digest);
  }
  feed(env, &archive, data, from, ahead, NULL, blobState ? &stored : NULL);
  feed(env, &archive, data, from + ahead, bytes, &file, blobState ? &stored : NULL);
  put_state(env, &archive, state);
  if (blobState) {
    put_state(env, &stored.digest, blobState);
  }
  if (fileDigest) {
    uint8_t printed[4 * WORDS];
    sha256_digest(&file, printed);
    (*env)->SetByteArrayRegion(env, fileDigest, 0, sizeof printed, (const jbyte *)printed);
  }
  if (fileState) {
    put_state(env, &file, fileState);
  }
  return stored.from - at;
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
