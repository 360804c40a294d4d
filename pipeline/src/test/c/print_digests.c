/*
 * Prints digests of parts of an array whose byte i is (131 * i + i / 256) % 256, a line each: from, to, digest. Each in
 * another way, and in steps of other lengths.
 */
#include "../../main/c/sha256.h"

#include <stdio.h>

enum { BYTES = 200000, PIECES = 200 };

static uint8_t data[BYTES];

static void line(int from, int to, const uint8_t *digest) {
  printf("%d %d ", from, to);
  for (int at = 0; at < 4 * WORDS; at++) {
    printf("%02x", digest[at]);
  }
  printf("\n");
}

static int ends[PIECES];

static void read(void *array, int from, int bytes, uint8_t *to) { memcpy(to, (uint8_t *)array + from, bytes); }

static void take(void *array, int piece, const uint8_t *digest) {
  (void)array;
  line(piece == 0 ? 17 : ends[piece - 1], ends[piece], digest);
}

int main(void) {
  if (!sha256_supported()) {
    return 1;
  }
  for (int at = 0; at < BYTES; at++) {
    data[at] = (uint8_t)(131 * at + at / 256);
  }
  uint8_t digest[4 * WORDS];
  sha256 one, other;
  sha256_begin(&one);
  sha256_begin(&other);
  for (int length = 0; length < 20000; length += length < 200 ? 1 : 577) {
    int from = length % 97, ahead = length % 3 * (length % 130);
    sha256_update(&one, data + from, ahead);
    for (int at = from + ahead, end = from + ahead + length, step; at < end; at += step) {
      step = 1 + at * 7 % (length + 1);
      step = step < end - at ? step : end - at;
      sha256_update_all(&one, data + at, step, &other, NULL, NULL, 0);
    }
    sha256_digest(&one, digest);
    line(from, from + ahead + length, digest);
    sha256_digest(&other, digest);
    line(from + ahead, from + ahead + length, digest);
  }
  sha256 third;
  sha256_begin(&third);
  for (int length = 0; length < 20000; length += length < 200 ? 1 : 577) {
    int from = length % 97, odd = length % 5 * (length % 77), stored = 0;
    sha256_update(&one, data, odd);
    for (int at = odd, step; at < odd + length; at += step) {
      step = 1 + at * 11 % (length + 1);
      step = step < odd + length - at ? step : odd + length - at;
      sha256 *same = length % 2 ? &other : NULL;
      stored += sha256_update_all(&one, data + at, step, same, &third, data + from + stored, 2 * length - stored);
    }
    sha256_digest(&one, digest);
    line(0, odd + length, digest);
    sha256_digest(&other, digest);
    line(odd, length % 2 ? odd + length : odd, digest);
    sha256_digest(&third, digest);
    line(from, from + stored, digest);
  }
  for (int piece = 0, end = 17; piece < PIECES; piece++) {
    end += piece % 5 == 0 ? piece % 3 * BUFFERED / 4 : piece * 37 % 600;
    ends[piece] = end;
  }
  pieces all = {data, read, take, ends, 17, 0, PIECES};
  sha256_pieces(&all);
  return 0;
}
