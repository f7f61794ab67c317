import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStorage } from '#kernel/mount/open-storage.ts';
import type { SpawnedOffice } from '#test/spawned-office.ts';
import { type S3Server, startS3Server } from '#test/s3-server.ts';
import { backUp } from './backup.ts';
import {
  addLibrary,
  clear,
  Folders,
  type Installation,
  newInstallation,
  signedIn,
  start,
} from './installation.fixture.ts';
import type { Manifest } from './manifest.ts';
import { restore } from './restore.ts';

const server = await startS3Server();
const folders = new Folders();

if (server) suite(server);
else test.skip('backups of a bucket: radosgw is missing, and installing it needs root on Debian', () => undefined);

function suite(running: S3Server): void {
  const { endpoint, accessKeyId, secretAccessKey } = running;
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey });
  const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true });

  /** An installation with a new bucket, and the bucket's URL. */
  async function emptyInstallation() {
    const bucket = `b-${randomUUID()}`;
    await client.send(new CreateBucketCommand({ Bucket: bucket }));
    const url = `s3://${bucket}?endpoint=${encodeURIComponent(endpoint)}`;
    return { ...(await newInstallation(await folders.add(), url)), address: `${endpoint}/${bucket}` };
  }

  describe('A backup of a product with a bucket', () => {
    let from: Awaited<ReturnType<typeof emptyInstallation>>;
    let office: SpawnedOffice;
    let folder: string;
    let manifest: Manifest;
    const covers = () => manifest.files.filter(({ key }) => key.startsWith('images/')).slice(0, 5);
    const hidden = () => manifest.files.filter(({ key }) => !/^(images|audios|test\/audios)\//.test(key));
    const list = async (spawned: SpawnedOffice) =>
      (await (await signedIn(spawned))('GET', '/book/export?as=csv')).text();

    beforeAll(async () => {
      from = await emptyInstallation();
      office = await start(from);
      await addLibrary(office);
      // The covers are public.
      const { storage } = await openStorage(from.config);
      await storage.put('staging/content/one.zip', Readable.from(['not for everybody']));
      folder = await folders.add();
      // While the product runs.
      manifest = await backUp(from.config, folder);
    });
    afterAll(async () => {
      await office.stop();
      await from.database.drop();
      await running.stop();
      await folders.remove();
    });

    test('contains every object of the bucket', async () => {
      const { storage } = await openStorage(from.config);
      const keys: string[] = [];
      for await (const { key } of storage.list('')) keys.push(key);
      expect(manifest.files.map(({ key }) => key)).toEqual(keys.toSorted());
      expect([covers().length, hidden().length]).toEqual([5, 1]);
    });

    test('is restored to another bucket, where everybody can read what is public and nobody the rest', async () => {
      const to = await emptyInstallation();
      await clear(to.database);
      await restore(to.config, folder, { replace: false });
      for (const { key, size } of covers()) {
        const read = await fetch(`${to.address}/${key}`);
        expect([key, read.status, (await read.arrayBuffer()).byteLength]).toEqual([key, 200, size]);
      }
      for (const { key } of hidden()) expect([key, (await fetch(`${to.address}/${key}`)).status]).toEqual([key, 403]);
      const there = await start(to);
      try {
        expect(await list(there)).toBe(await list(office));
      } finally {
        await there.stop();
        await to.database.drop();
      }
    });

    test('is not restored over the objects of another bucket, unless told to', async () => {
      const to = await emptyInstallation();
      await clear(to.database);
      await restore(to.config, folder, { replace: false });
      await clear(to.database);
      await expect(restore(to.config, folder, { replace: false })).rejects.toThrow('There are files where the backup');
      await restore(to.config, folder, { replace: true });
      await to.database.drop();
    });

    test('is restored to a folder, and one of a folder to a bucket', async () => {
      const middle: Installation = await newInstallation(await folders.add());
      await restore(middle.config, folder, { replace: true });
      const again = await folders.add();
      expect((await backUp(middle.config, again)).files).toEqual(manifest.files);
      const to = await emptyInstallation();
      await restore(to.config, again, { replace: true });
      for (const { key } of covers()) expect((await fetch(`${to.address}/${key}`)).status).toBe(200);
      await middle.database.drop();
      await to.database.drop();
    });
  });
}
