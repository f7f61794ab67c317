import { HeadBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { ConfigError } from '../config/config.ts';
import type { BucketKey, BucketLocation } from '../config/s3-url.ts';
import { S3Storage } from '../storage/s3-storage.ts';

interface OpenS3Options {
  location: BucketLocation;
  /** Without it, the AWS library looks where it usually does. */
  key?: BucketKey | undefined;
  publicPrefixes: readonly string[];
  now: () => Date;
  /** How long the bucket may be silent before a request is retried, at most twice. Milliseconds; 15,000 by default. */
  silentMs?: number;
}

// The limit for a whole request, however slowly the bucket responds. Milliseconds.
const requestMs = 60_000;

/** Opens a bucket; throws ConfigError if it does not answer. */
export async function openS3Storage({
  location,
  key,
  publicPrefixes,
  now,
  silentMs = 15_000,
}: OpenS3Options): Promise<S3Storage> {
  const { bucket, endpoint, region } = location;
  const client = new S3Client({
    region,
    ...(key && { credentials: key }),
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    // Not every S3 implementation supports the checksums that AWS added later.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // No page or call waits longer for a bucket than a person would. By itself, `requestTimeout` only logs a warning.
    requestHandler: {
      connectionTimeout: 5000,
      socketTimeout: silentMs,
      requestTimeout: requestMs,
      throwOnRequestTimeout: true,
    },
  });
  try {
    await client.send(new HeadBucketCommand({ Bucket: bucket }));
  } catch (error) {
    const reason = error instanceof Error ? error.name : String(error);
    throw new ConfigError(`STORAGE_URL: the bucket ${bucket} cannot be accessed with these credentials (${reason}).`);
  }
  return new S3Storage({ client, location, publicPrefixes, now });
}
