import { fileApi } from '../storage/file.contract.ts';
import type { UploadRule } from '../storage/file-owners.ts';
import { sweepUnreferencedFiles } from '../storage/file-sweep.ts';
import { asidePrefix } from '../storage/set-aside.ts';
import { StorageError, type UploadGrant } from '../storage/storage.ts';
import { contentTypeOf, stagingPrefix } from '../storage/storage-key.ts';
import { unownedIn } from '../storage/unowned-files.ts';
import { inSeconds } from '../text/seconds.rules.ts';
import type { Kernel } from './feature.ts';

// The maximum duration of an upload, plus some minutes to start it.
const grantTtlMs = 15 * 60 * 1000;

/** Deletes files, grants uploads, and sweeps unused files every night. */
export function fileRoutes(kernel: Kernel): void {
  const { api, files, storage, jobs, config } = kernel;
  for (const prefix of [stagingPrefix, asidePrefix]) files.add({ prefix, referenced: async () => [] });
  files.addUnowned(unownedIn('left_image', 'folder', 'left_at'));
  files.addUnowned(unownedIn('left_file', 'file_key', 'left_at'));
  jobs.repeat('file-sweep', { cron: '17 3 * * *', timeZone: config.timeZone }, async ({ signal }) => {
    await sweepUnreferencedFiles(kernel, signal);
  });

  const ruleOf = (key: string): UploadRule => {
    const rule = files.ruleFor(key);
    if (!rule) throw new StorageError('storage.bad_key', { detail: `nobody takes uploads to ${key}` });
    return rule;
  };
  const grant = async ({ key, size }: { key: string; size: number }) => {
    const rule = ruleOf(key);
    if (size > rule.maxBytes) throw new StorageError('storage.too_large', { detail: `${key}: ${size} bytes` });
    return answerOf(
      key,
      await storage.grantUpload({ key, maxBytes: size, contentType: contentTypeOf(key), ttlMs: grantTtlMs }),
    );
  };

  api(fileApi, {
    'DELETE /api/v1/file': ({ ctx, body }) => files.removable(body.target_ctl, body.file_type).remove(ctx, body),
    'POST /api/v1/upload/grant': async ({ ctx, body }) => {
      for (const rule of new Set(body.files.map(({ key }) => ruleOf(key)))) await rule.check?.(ctx);
      return { results: { grants: await Promise.all(body.files.map(grant)) } };
    },
  });
}

const answerOf = (key: string, { url, fields, expiresAt }: UploadGrant) => ({
  key,
  url,
  fields,
  expires_at: inSeconds(expiresAt),
});
