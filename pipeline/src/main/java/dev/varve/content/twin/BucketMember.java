package dev.varve.content.twin;

/**
 * A set in a bucket: the contents of a layer, found by one band of its signature.
 *
 * @param band index of the band
 * @param bucket hash of the band's values, see {@link Banding#buckets}
 * @param contents number of distinct contents in the set
 * @param layer number of the layer
 * @param sketch see {@link Banding#sketch}; not to be changed
 */
@SuppressWarnings("ArrayRecordComponent") // compared with others by its bytes alone
public record BucketMember(int band, long bucket, long contents, int layer, byte[] sketch) {
  boolean shares(BucketMember other) {
    return band == other.band && bucket == other.bucket;
  }

  boolean isAfter(BucketMember other) {
    return contents != other.contents ? contents > other.contents : layer > other.layer;
  }
}
