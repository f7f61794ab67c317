import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { CreateBucketCommand, ListMultipartUploadsCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, describe, expect, test } from 'vitest';
import { startNetwork } from '#test/network.ts';
import { type S3Server, startS3Server } from '#test/s3-server.ts';
import { openS3Storage } from '../mount/open-s3.ts';
import type { S3Storage } from './s3-storage.ts';
import { bytes, storageContract } from './storage.contract-tests.ts';

const server = await startS3Server();
afterAll(() => server?.stop());

const region = 'us-east-1';

/** A client with the test server's keys; also sets them in the environment, for other clients. */
function clientOf({ endpoint, accessKeyId, secretAccessKey }: S3Server): S3Client {
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey });
  return new S3Client({ endpoint, region, forcePathStyle: true });
}

async function newBucket(client: S3Client): Promise<string> {
  const bucket = `b-${randomUUID()}`;
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  return bucket;
}

if (server) suite(server);
else test.skip('a bucket as a storage: radosgw is missing, and installing it needs root on Debian', () => undefined);

function suite(running: S3Server): void {
  const client = clientOf(running);
  const { endpoint } = running;
  const openBucket = (bucket: string, now = () => new Date()): Promise<S3Storage> =>
    openS3Storage({ location: { bucket, endpoint, region }, publicPrefixes: ['public/'], now });

  storageContract('A bucket', async (clock) => ({
    storage: await openBucket(await newBucket(client), clock.now),
    close: async () => undefined,
  }));

  describe('A bucket as the storage', () => {
    test('an interrupted write leaves no parts behind', async () => {
      const bucket = await newBucket(client);
      const storage = await openBucket(bucket);
      const broken = Readable.from(
        (async function* () {
          for (let part = 0; part < 20; part += 1) yield Buffer.alloc(1 << 20);
          throw new Error('the sheet is broken');
        })(),
      );
      await expect(storage.put('private/x.zip', broken)).rejects.toThrow('the sheet is broken');
      await expect(
        storage.put('private/y.zip', bytes(Buffer.alloc(20 << 20)), { maxBytes: 18 << 20 }),
      ).rejects.toMatchObject({
        code: 'storage.too_large',
      });
      const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: bucket }));
      expect(Uploads).toEqual([]);
    });

    test('nothing that is not public can be read without a signed link', async () => {
      const bucket = await newBucket(client);
      const storage = await openBucket(bucket);
      await storage.put('private/book.zip', bytes('secret'));
      expect((await fetch(`${endpoint}/${bucket}/private/book.zip`)).status).toBe(403);
      await storage.put('public/cover.jpg', bytes('cover'));
      expect((await fetch(`${endpoint}/${bucket}/public/cover.jpg`)).status).toBe(200);
      expect((await fetch(`${endpoint}/${bucket}?list-type=2`)).status).toBe(403);
    });

    test('a grant is valid for its key alone', async () => {
      const storage = await openBucket(await newBucket(client));
      const request = { key: 'public/a.jpg', maxBytes: 10, contentType: 'image/jpeg', ttlMs: 60_000 };
      const grant = await storage.grantUpload(request);
      const form = new FormData();
      for (const [name, value] of Object.entries(grant.fields))
        form.append(name, name === 'key' ? 'public/b.jpg' : value);
      form.append('file', new Blob(['x']), 'x');
      expect((await fetch(grant.url, { method: 'POST', body: form })).status).toBe(403);
    });

    test('a bucket that does not exist, or that refuses the keys, is named at start', async () => {
      await expect(openBucket('no-such-bucket')).rejects.toThrow(/STORAGE_URL: the bucket no-such-bucket/);
    });

    test('a bucket that falls silent times out, in the middle of an answer too', async () => {
      const bucket = await newBucket(client);
      const network = await startNetwork(endpoint);
      const location = { bucket, endpoint: new URL(network.url).origin, region };
      const storage = await openS3Storage({
        location: location,
        publicPrefixes: ['public/'],
        now: () => new Date(),
        silentMs: 2000,
      });
      await storage.put('public/a.jpg', bytes(Buffer.alloc(30 << 20)));
      const opened = await storage.open('public/a.jpg');
      network.swallow();
      const unreachable = { code: 'storage.unreachable', status: 503 };
      await expect(storage.stat('public/a.jpg')).rejects.toMatchObject(unreachable);
      await expect(storage.put('public/b.jpg', bytes('x'))).rejects.toMatchObject(unreachable);
      await expect(storage.open('public/a.jpg')).rejects.toMatchObject(unreachable);
      await expect(opened.toArray()).rejects.toThrow();
      await network.close();
    });

    test('a bucket that stops answering causes a clear answer, not a fault', async () => {
      const storage = await openBucket(await newBucket(client));
      await running.stop();
      const refused = { code: 'storage.unreachable', status: 503 };
      await expect(storage.stat('public/a.jpg')).rejects.toMatchObject(refused);
      await expect(storage.put('public/a.jpg', bytes('x'))).rejects.toMatchObject(refused);
    });
  });
}
