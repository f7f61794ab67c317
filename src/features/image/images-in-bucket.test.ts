import { randomUUID } from 'node:crypto';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, expect, test } from 'vitest';
import { bookRow } from '#features/book/book.factory.ts';
import { startOffice } from '#test/app.ts';
import { startS3Server } from '#test/s3-server.ts';
import { fileForm, jpeg } from './image.fixture.ts';

const server = await startS3Server();
afterAll(() => server?.stop());

const region = 'us-east-1';

test.runIf(server)('a bucket holds the pictures of books: browsers may load from it and upload to it', async () => {
  if (!server) return;
  const { endpoint, accessKeyId, secretAccessKey } = server;
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey });
  const client = new S3Client({ endpoint, region, forcePathStyle: true });
  const bucket = `b-${randomUUID()}`;
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  const environment = { STORAGE_URL: `s3://${bucket}?endpoint=${encodeURIComponent(endpoint)}&region=${region}` };
  const office = await startOffice({ environment });
  try {
    await office.admin.post('/api/v1/book', { books: [bookRow(1)], create_missing: true });
    const form = fileForm('book_cover', { 'a.jpg': await jpeg() });
    const [path] = (await office.admin.upload('/api/v1/book/B1/cover', form)).json.results.files.book_cover;
    const read = await fetch(`${endpoint}/${bucket}/${path}`);
    expect([read.status, read.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    const { headers, body } = await office.admin.get('/book/B1/images');
    expect(body).toShow(`src="${endpoint}/${bucket}/images/book/`);
    const policy = String(headers['content-security-policy']);
    for (const directive of ['img-src', 'media-src', 'connect-src'])
      expect(policy).toMatch(new RegExp(`${directive} [^;]*${endpoint}`));
    const key = 'staging/B1_cover.jpg';
    const { json } = await office.admin.post('/api/v1/upload/grant', { files: [{ key, size: 5 }] });
    expect(json.results.grants[0]).toMatchObject({ key, url: `${endpoint}/${bucket}` });
  } finally {
    await office.close();
  }
});
