package dev.varve.content.twin;

/**
 * A set in a bucket.
 *
 * @param band of its signature
 * @param bucket what the band gives
 * @param contents number of its elements
 * @param layer its number
 * @param sketch of its signature, not to be changed
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
