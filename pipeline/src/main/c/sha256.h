/*
 * SHA-256 (FIPS 180-4) by the instructions that processors have for it. What a block costs is mostly waiting, as each
 * round needs the one before, so states that are fed at the same time cost little more than one: those that take the
 * same blocks from one message schedule, as an archive and the file inside do, and one that takes others, as the blob
 * that the archive comes from does, or another piece of an array.
 *
 * Whether the processor has the instructions says sha256_supported(), which is compiled without them, as is all that
 * does not say otherwise.
 */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum {
  BLOCK = 64,
  WORDS = 8,   /* of a state */
  STEPS = 16,  /* of a block, each of four rounds */
  BUFFERED = 8192, /* whole blocks that fit into the nearest cache */
};

static const uint32_t INITIAL[WORDS] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                        0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

static const uint32_t K[4 * STEPS] __attribute__((aligned(16))) = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

#if defined(__x86_64__)

#include <cpuid.h>
#include <immintrin.h>

#define TARGET __attribute__((target("sha,sse4.1,ssse3")))
#define INLINE static inline __attribute__((always_inline)) TARGET

typedef __m128i words;
typedef struct {
  words abef, cdgh;
} state;

static int sha256_supported(void) {
  const unsigned ssse3 = 1u << 9, sse41 = 1u << 19, sha = 1u << 29;
  unsigned a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & ssse3) || !(c & sse41)) {
    return 0;
  }
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & sha);
}

INLINE state get(const uint32_t *from) {
  words low = _mm_shuffle_epi32(_mm_loadu_si128((const words *)from), 0xb1);
  words high = _mm_shuffle_epi32(_mm_loadu_si128((const words *)(from + 4)), 0x1b);
  return (state){_mm_alignr_epi8(low, high, 8), _mm_blend_epi16(high, low, 0xf0)};
}

INLINE void put(state s, uint32_t *to) {
  words low = _mm_shuffle_epi32(s.abef, 0x1b);
  words high = _mm_shuffle_epi32(s.cdgh, 0xb1);
  _mm_storeu_si128((words *)to, _mm_blend_epi16(low, high, 0xf0));
  _mm_storeu_si128((words *)(to + 4), _mm_alignr_epi8(high, low, 8));
}

INLINE state sum(state s, state t) {
  return (state){_mm_add_epi32(s.abef, t.abef), _mm_add_epi32(s.cdgh, t.cdgh)};
}

INLINE words load(const uint8_t *data) {
  const words order = _mm_set_epi64x(0x0c0d0e0f08090a0bLL, 0x0405060700010203LL);
  return _mm_shuffle_epi8(_mm_loadu_si128((const words *)data), order);
}

/* The four words behind sixteen. */
INLINE words next(words w0, words w1, words w2, words w3) {
  words partial = _mm_add_epi32(_mm_sha256msg1_epu32(w0, w1), _mm_alignr_epi8(w3, w2, 4));
  return _mm_sha256msg2_epu32(partial, w3);
}

INLINE words constants(int step) { return _mm_load_si128((const words *)(K + 4 * step)); }

INLINE words add(words v, words w) { return _mm_add_epi32(v, w); }

INLINE state rounds(state s, words w) {
  s.cdgh = _mm_sha256rnds2_epu32(s.cdgh, s.abef, w);
  s.abef = _mm_sha256rnds2_epu32(s.abef, s.cdgh, _mm_shuffle_epi32(w, 0x0e));
  return s;
}

#elif defined(__aarch64__)

#include <arm_neon.h>
#include <asm/hwcap.h>
#include <sys/auxv.h>

#define TARGET __attribute__((target("+crypto")))
#define INLINE static inline __attribute__((always_inline)) TARGET

typedef uint32x4_t words;
typedef struct {
  words abcd, efgh;
} state;

static int sha256_supported(void) { return (getauxval(AT_HWCAP) & HWCAP_SHA2) != 0; }

INLINE state get(const uint32_t *from) { return (state){vld1q_u32(from), vld1q_u32(from + 4)}; }

INLINE void put(state s, uint32_t *to) {
  vst1q_u32(to, s.abcd);
  vst1q_u32(to + 4, s.efgh);
}

INLINE state sum(state s, state t) { return (state){vaddq_u32(s.abcd, t.abcd), vaddq_u32(s.efgh, t.efgh)}; }

INLINE words load(const uint8_t *data) { return vreinterpretq_u32_u8(vrev32q_u8(vld1q_u8(data))); }

/* The four words behind sixteen. */
INLINE words next(words w0, words w1, words w2, words w3) {
  return vsha256su1q_u32(vsha256su0q_u32(w0, w1), w2, w3);
}

INLINE words constants(int step) { return vld1q_u32(K + 4 * step); }

INLINE words add(words v, words w) { return vaddq_u32(v, w); }

INLINE state rounds(state s, words w) {
  words abcd = s.abcd;
  s.abcd = vsha256hq_u32(abcd, s.efgh, w);
  s.efgh = vsha256h2q_u32(s.efgh, abcd, w);
  return s;
}

#else
#error "for this processor no instructions for SHA-256 are known"
#endif

/*
 * Feeds blocks to a state, to one that takes the same unless it is NULL, and to one that takes others unless that is.
 * Where this is called, the compiler sees which of them are NULL, and leaves out what they would need: registers are few.
 */
INLINE void compress(
    uint32_t *one, uint32_t *same, const uint8_t *data, uint32_t *other, const uint8_t *others, size_t blocks) {
  state s = get(one), t = same ? get(same) : s, u = other ? get(other) : s;
  for (; blocks > 0; blocks--) {
    state s0 = s, t0 = t, u0 = u;
    words v[4], w[4];
#pragma GCC unroll 16
    for (int step = 0; step < STEPS; step++) {
      int at = step % 4, at1 = (at + 1) % 4, at2 = (at + 2) % 4, at3 = (at + 3) % 4;
      v[at] = step < 4 ? load(data + 16 * step) : next(v[at], v[at1], v[at2], v[at3]);
      words vk = add(v[at], constants(step));
      s = rounds(s, vk);
      if (same) {
        t = rounds(t, vk);
      }
      if (other) {
        w[at] = step < 4 ? load(others + 16 * step) : next(w[at], w[at1], w[at2], w[at3]);
        u = rounds(u, add(w[at], constants(step)));
      }
    }
    s = sum(s, s0);
    t = sum(t, t0);
    u = sum(u, u0);
    data += BLOCK;
    others += other ? BLOCK : 0;
  }
  put(s, one);
  if (same) {
    put(t, same);
  }
  if (other) {
    put(u, other);
  }
}

TARGET static void sha256_blocks(uint32_t *state, const uint8_t *data, size_t blocks) {
  compress(state, NULL, data, NULL, NULL, blocks);
}

TARGET static void sha256_pair(uint32_t *one, uint32_t *same, const uint8_t *data, size_t blocks) {
  compress(one, same, data, NULL, NULL, blocks);
}

TARGET static void sha256_two(
    uint32_t *one, const uint8_t *data, uint32_t *other, const uint8_t *others, size_t blocks) {
  compress(one, NULL, data, other, others, blocks);
}

TARGET static void sha256_three(
    uint32_t *one, uint32_t *same, const uint8_t *data, uint32_t *other, const uint8_t *others, size_t blocks) {
  compress(one, same, data, other, others, blocks);
}

static void put_big_endian(uint64_t value, int bytes, uint8_t *to) {
  for (int at = bytes - 1; at >= 0; at--, value >>= 8) {
    to[at] = (uint8_t)value;
  }
}

/* Prints a state: the digest, once all blocks were fed. */
static void print(const uint32_t *state, uint8_t *digest) {
  for (int word = 0; word < WORDS; word++) {
    put_big_endian(state[word], 4, digest + 4 * word);
  }
}

/* Puts the padding of so many bytes in all behind the last of them; returns the blocks that there are then. */
static size_t pad(uint8_t *last, size_t bytes, uint64_t length) {
  size_t padded = bytes + (bytes % BLOCK < BLOCK - 8 ? BLOCK : 2 * BLOCK) - bytes % BLOCK;
  memset(last + bytes, 0, padded - bytes);
  last[bytes] = 0x80;
  put_big_endian(8 * length, 8, last + padded - 8);
  return padded / BLOCK;
}

/* A digest of what is fed in steps of any length. */
typedef struct {
  uint32_t state[WORDS];
  uint64_t length;
  uint8_t held[2 * BLOCK]; /* what is behind the last whole block, with room for padding */
} sha256;

static void sha256_begin(sha256 *of) {
  memcpy(of->state, INITIAL, sizeof INITIAL);
  of->length = 0;
}

static void sha256_update(sha256 *of, const uint8_t *data, size_t bytes) {
  size_t held = of->length % BLOCK;
  of->length += bytes;
  if (held > 0) {
    size_t step = bytes < BLOCK - held ? bytes : BLOCK - held;
    memcpy(of->held + held, data, step);
    if (held + step < BLOCK) {
      return;
    }
    sha256_blocks(of->state, of->held, 1);
    data += step;
    bytes -= step;
  }
  sha256_blocks(of->state, data, bytes / BLOCK);
  memcpy(of->held, data + bytes / BLOCK * BLOCK, bytes % BLOCK);
}

/* Feeds whole blocks to digests that are at the end of one; to the last two unless they are NULL. */
static void sha256_whole(
    sha256 *one, const uint8_t *data, size_t blocks, sha256 *same, sha256 *other, const uint8_t *others) {
  if (same && other) {
    sha256_three(one->state, same->state, data, other->state, others, blocks);
  } else if (same) {
    sha256_pair(one->state, same->state, data, blocks);
  } else if (other) {
    sha256_two(one->state, data, other->state, others, blocks);
  } else {
    sha256_blocks(one->state, data, blocks);
  }
  one->length += blocks * BLOCK;
  if (same) {
    same->length += blocks * BLOCK;
  }
  if (other) {
    other->length += blocks * BLOCK;
  }
}

/*
 * Feeds a digest, unless it is NULL a second one with the same bytes, and unless it is NULL a third one with other bytes,
 * as many as can be taken beside. Returns how many those were. The second gains where it is at the same place of a block.
 */
static size_t sha256_update_all(
    sha256 *one, const uint8_t *data, size_t bytes, sha256 *same, sha256 *other, const uint8_t *others, size_t most) {
  size_t begin = -one->length % BLOCK, taken = 0;
  if (begin + BLOCK > bytes || (same && (one->length - same->length) % BLOCK != 0)) {
    sha256_update(one, data, bytes);
    if (same) {
      sha256_update(same, data, bytes);
    }
    return 0;
  }
  sha256_update(one, data, begin);
  if (same) {
    sha256_update(same, data, begin);
  }
  data += begin;
  bytes -= begin;
  if (other && -other->length % BLOCK <= most) {
    taken = -other->length % BLOCK;
    sha256_update(other, others, taken);
    size_t blocks = (bytes < most - taken ? bytes : most - taken) / BLOCK;
    sha256_whole(one, data, blocks, same, other, others + taken);
    taken += blocks * BLOCK;
    data += blocks * BLOCK;
    bytes -= blocks * BLOCK;
  }
  sha256_whole(one, data, bytes / BLOCK, same, NULL, NULL);
  data += bytes / BLOCK * BLOCK;
  sha256_update(one, data, bytes % BLOCK);
  if (same) {
    sha256_update(same, data, bytes % BLOCK);
  }
  return taken;
}

/* Ends a digest, and begins another. */
static void sha256_digest(sha256 *of, uint8_t *digest) {
  sha256_blocks(of->state, of->held, pad(of->held, of->length % BLOCK, of->length));
  print(of->state, digest);
  sha256_begin(of);
}

/* Pieces of an array one after another, and where their digests go. */
typedef struct {
  void *array;
  void (*read)(void *array, int from, int bytes, uint8_t *to);
  void (*take)(void *array, int piece, const uint8_t *digest);
  const int *ends; /* of each piece, where the next one begins */
  int from;        /* where the next piece begins */
  int piece, last; /* the next piece, and the one behind the last */
} pieces;

/* One of the pieces in work: some blocks of it wait, the rest has not been read. */
typedef struct {
  uint32_t state[WORDS];
  int piece, begin, from, end, padded;
  const uint8_t *next;
  size_t blocks;
  uint8_t buffer[BUFFERED + 2 * BLOCK];
} lane;

static void lane_read(lane *of, pieces *all) {
  int left = of->end - of->from, bytes = left < BUFFERED ? left : BUFFERED;
  all->read(all->array, of->from, bytes, of->buffer);
  of->from += bytes;
  of->next = of->buffer;
  of->padded = of->from == of->end;
  of->blocks = of->padded ? pad(of->buffer, bytes, of->end - of->begin) : (size_t)bytes / BLOCK;
}

/* Begins the next piece; returns whether there is one. */
static int lane_begin(lane *of, pieces *all) {
  if (all->piece == all->last) {
    return 0;
  }
  of->begin = of->from = all->from;
  of->end = all->from = all->ends[all->piece];
  of->piece = all->piece++;
  memcpy(of->state, INITIAL, sizeof INITIAL);
  lane_read(of, all);
  return 1;
}

/* Goes on behind blocks that are done; returns whether there are more. */
static int lane_next(lane *of, pieces *all, size_t blocks) {
  of->next += BLOCK * blocks;
  of->blocks -= blocks;
  if (of->blocks > 0) {
    return 1;
  }
  if (!of->padded) {
    lane_read(of, all);
    return 1;
  }
  uint8_t digest[4 * WORDS];
  print(of->state, digest);
  all->take(all->array, of->piece, digest);
  return lane_begin(of, all);
}

/* Takes the digest of each piece, of two at a time. */
static void sha256_pieces(pieces *all) {
  lane a, b;
  int more = lane_begin(&a, all), others = lane_begin(&b, all);
  while (more && others) {
    size_t blocks = a.blocks < b.blocks ? a.blocks : b.blocks;
    sha256_two(a.state, a.next, b.state, b.next, blocks);
    more = lane_next(&a, all, blocks);
    others = lane_next(&b, all, blocks);
  }
  lane *left = more ? &a : &b;
  for (more = more || others; more; more = lane_next(left, all, left->blocks)) {
    sha256_blocks(left->state, left->next, left->blocks);
  }
}
