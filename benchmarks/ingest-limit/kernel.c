/*
 * What the SHA-256 kernel takes a GB, in seconds of one core: cc -O2 -std=gnu11 -o kernel kernel.c && ./kernel
 * Of bytes in the nearest cache, three times: one state, two of the same blocks, two of different ones, and two of the
 * same with a third one of others.
 */
#include "../../pipeline/src/main/c/sha256.h"

#include <stdio.h>
#include <time.h>

enum { ROUNDS = 1000000000 / BUFFERED };

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec + now.tv_nsec / 1e9;
}

int main(void) {
  static uint8_t data[BUFFERED], others[BUFFERED];
  if (!sha256_supported()) {
    return 1;
  }
  for (int at = 0; at < BUFFERED; at++) {
    data[at] = (uint8_t)(131 * at);
    others[at] = (uint8_t)(71 * at);
  }
  sha256 one, same, other;
  sha256_begin(&one);
  sha256_begin(&same);
  sha256_begin(&other);
  for (int repeat = 0; repeat < 3; repeat++) {
    for (int kind = 0; kind < 4; kind++) {
      double start = seconds();
      for (int round = 0; round < ROUNDS; round++) {
        sha256_whole(&one, data, BUFFERED / BLOCK, kind % 2 ? &same : NULL, kind / 2 ? &other : NULL, others);
      }
      printf("%s %.3f  ", (const char *[]){"one", "same", "other", "same and other"}[kind], seconds() - start);
    }
    printf("\n");
  }
  return 0;
}
