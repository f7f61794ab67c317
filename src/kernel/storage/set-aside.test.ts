import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Office, startOffice } from '#test/app.ts';
import type { Context } from '../work/context.ts';
import { systemCaller } from '../work/unit-of-work.ts';
import { lockFilesAgainstSweep } from './file-owners.ts';
import { asidePrefix, putBack, requireStored, setAside } from './set-aside.ts';
import type { Storage } from './storage.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());

const key = 'images/probe/a.jpg';
const put = () => office.storage.put(key, Readable.from([Buffer.from('x')]));
const write = <T>(act: (ctx: Context) => Promise<T>) => office.app.work.write(systemCaller('test'), act);
const there = async () =>
  Promise.all([key, asidePrefix + key].map(async (one) => (await office.storage.stat(one)) !== null));

const none = async () => [];

test('a file goes aside after the commit and comes back to its address; after a rollback it stays', async () => {
  await put();
  const failing = write(async (ctx) => {
    await setAside(ctx, office.storage, [key], none);
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  expect(await there()).toEqual([true, false]);
  await write(async (ctx) => setAside(ctx, office.storage, [key], none));
  expect(await there()).toEqual([false, true]);
  expect(await write((ctx) => putBack(ctx, office.storage, [key]))).toEqual([key]);
  expect(await there()).toEqual([true, true]);
});

test('a file to which a record refers again before it is removed stays at its address', async () => {
  await put();
  const { promise: isCopied, resolve: copied } = Promise.withResolvers<void>();
  const { promise: isUndone, resolve: undone } = Promise.withResolvers<void>();
  let referenced: readonly string[] = [];
  const slow: Pick<Storage, 'copy' | 'remove'> = {
    remove: (one) => office.storage.remove(one),
    copy: async (from, to) => {
      await office.storage.copy(from, to);
      copied();
      await isUndone;
    },
  };
  const moving = write(async (ctx) => setAside(ctx, slow as Storage, [key], async () => referenced));
  await isCopied;
  await write(async (ctx) => {
    expect(await putBack(ctx, office.storage, [key])).toEqual([key]);
    referenced = [key];
  });
  undone();
  await moving;
  expect(await there()).toEqual([true, true]);
});

test('a file is left to the sweep while somebody may be about to refer to it', async () => {
  await put();
  const { promise: isDone, resolve: done } = Promise.withResolvers<void>();
  const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>();
  const referring = write(async (ctx) => {
    await lockFilesAgainstSweep(ctx);
    locked();
    await isDone;
  });
  await isLocked;
  await write(async (ctx) => setAside(ctx, office.storage, [key], none));
  expect(await there()).toEqual([true, true]);
  done();
  await referring;
});

test('a file that is neither at its address nor aside is gone', async () => {
  await put();
  await requireStored(office.storage, [key]);
  for (const one of [key, asidePrefix + key]) await office.storage.remove(one);
  expect(await write((ctx) => putBack(ctx, office.storage, [key]))).toEqual([]);
  await expect(requireStored(office.storage, [key])).rejects.toMatchObject({ status: 409, code: 'undo.file_gone' });
});
