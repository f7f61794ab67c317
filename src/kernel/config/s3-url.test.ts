import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { bucketAddress, bucketOrigin, parseStorageUrl } from './s3-url.ts';

describe('STORAGE_URL', () => {
  test('names a bucket at AWS, or at a given endpoint', () => {
    const aws = { bucket: 'books', endpoint: undefined, region: 'ap-northeast-2' };
    expect(parseStorageUrl('s3://books?region=ap-northeast-2')).toEqual(aws);
    expect(bucketAddress(aws)).toBe('https://books.s3.ap-northeast-2.amazonaws.com');
    const own = { bucket: 'books', endpoint: 'https://s3.example:9000', region: 'us-east-1' };
    expect(parseStorageUrl('s3://books?endpoint=https://s3.example:9000/')).toEqual(own);
    expect(bucketAddress(own)).toBe('https://s3.example:9000/books');
    expect(bucketOrigin(own)).toBe('https://s3.example:9000');
  });

  test.each([
    'books',
    's3://',
    's3://Bo_oks',
    'https://books',
    's3://books?endpoint=s3.example',
    's3://books?endpoint=ftp://x',
  ])('that is %s is refused at start, with an example', (STORAGE_URL) => {
    expect(() => readConfig({ STORAGE_URL })).toThrow(/STORAGE_URL: must be an address such as s3:\/\/bucket/);
  });

  test('unset means the files are below DATA_DIR', () => {
    expect(readConfig({}).bucket).toBeUndefined();
  });
});
