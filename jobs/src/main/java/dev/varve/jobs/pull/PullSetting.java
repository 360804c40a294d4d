package dev.varve.jobs.pull;

import dev.varve.pull.Backend;
import dev.varve.pull.Pace;
import java.io.Serializable;

/**
 * One combination of the lists of settings.
 *
 * @param number from 0, in the order of the lists
 * @param cacheRatio cache over stored bytes of the layers of the range; for backends with a cache
 */
record PullSetting(
    int number,
    LayerRange range,
    Backend backend,
    int servers,
    String codec,
    double cacheRatio,
    Pace pace)
    implements Serializable {}
