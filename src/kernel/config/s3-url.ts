/** A bucket and its endpoint, from `STORAGE_URL`: `s3://bucket?endpoint=https://…&region=…`. */
export interface BucketLocation {
  bucket: string;
  /** Without a trailing slash; absent for AWS itself. */
  endpoint: string | undefined;
  region: string;
}

/** What opens a bucket. */
export interface BucketKey {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
}

const defaultRegion = 'us-east-1';

/** Parses a `STORAGE_URL`; undefined if it is invalid. */
export function parseStorageUrl(text: string): BucketLocation | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const endpoint = url?.searchParams.get('endpoint')?.replace(/\/$/, '') || undefined;
  if (url?.protocol !== 's3:' || !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.hostname)) return undefined;
  if (endpoint !== undefined && !(URL.canParse(endpoint) && /^https?:/.test(endpoint))) return undefined;
  return { bucket: url.hostname, endpoint, region: url.searchParams.get('region') || defaultRegion };
}

/** The prefix of every URL of the bucket, without a trailing slash. */
export function bucketAddress({ bucket, endpoint, region }: BucketLocation): string {
  return endpoint ? `${endpoint}/${bucket}` : `https://${bucket}.s3.${region}.amazonaws.com`;
}

/** The origin that browsers load from and upload to. */
export const bucketOrigin = (location: BucketLocation): string => new URL(bucketAddress(location)).origin;
