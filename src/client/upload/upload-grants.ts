import type { z } from 'zod';
import type { fileApi } from '#kernel/storage/file.contract.ts';
import { client } from '../api.ts';

const call = client<typeof fileApi>();

type Granting = (typeof fileApi)['POST /api/v1/upload/grant'];
export type Grant = z.output<Granting['response']>['results']['grants'][number];

/** A file and its intended storage key. */
export interface KeyedFile {
  key: string;
  file: File;
}

// Grants expire, so no more are requested at a time than can be used before then.
const grantsAtOnce = 100;

/** The grants of many files, requested as needed. */
export class UploadGrants {
  private readonly files: readonly KeyedFile[];
  private readonly grants = new Map<string, Grant>();
  private requesting: Promise<void> | null = null;

  constructor(files: readonly KeyedFile[]) {
    this.files = files;
  }

  /** The grant for the file at this index. Rejects with an ApiError or an AbortError. */
  async of(index: number, signal: AbortSignal): Promise<Grant> {
    for (;;) {
      const grant = this.grants.get(this.files[index]?.key ?? '');
      if (grant) return grant;
      // Another file may already have requested this one too.
      this.requesting ??= this.request(index, signal).finally(() => {
        this.requesting = null;
      });
      await this.requesting;
    }
  }

  /** Drops the grants issued together with an expired one; newer ones stay. */
  renew({ expires_at }: Grant): void {
    for (const [key, grant] of this.grants) if (grant.expires_at <= expires_at) this.grants.delete(key);
  }

  private async request(index: number, signal: AbortSignal): Promise<void> {
    const wanted = this.files.slice(index, index + grantsAtOnce);
    const body = { files: wanted.map(({ key, file }) => ({ key, size: file.size })) };
    const { results } = await call('POST /api/v1/upload/grant', { body, signal });
    for (const grant of results.grants) this.grants.set(grant.key, grant);
  }
}
