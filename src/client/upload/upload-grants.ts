import type { z } from 'zod';
import type { fileApi } from '#kernel/storage/file.contract.ts';
import { client } from '../api.ts';

const call = client<typeof fileApi>();

type Granting = (typeof fileApi)['POST /api/v1/upload/grant'];
export type Grant = z.output<Granting['response']>['results']['grants'][number];

/** A file and the key of the storage that it is to have. */
export interface KeyedFile {
  key: string;
  file: File;
}

// Grants expire: only as many are asked for at a time as go out before that.
const grantsAtOnce = 100;

/** The grants of many files, asked for as their turn comes. */
export class UploadGrants {
  private readonly files: readonly KeyedFile[];
  private readonly held = new Map<string, Grant>();
  private asking: Promise<void> | null = null;

  constructor(files: readonly KeyedFile[]) {
    this.files = files;
  }

  /** The grant of the file at this place. Rejects with an ApiError or an AbortError. */
  async of(place: number, signal: AbortSignal): Promise<Grant> {
    for (;;) {
      const grant = this.held.get(this.files[place]?.key ?? '');
      if (grant) return grant;
      // Another file may have asked already, for this one too.
      this.asking ??= this.ask(place, signal).finally(() => {
        this.asking = null;
      });
      await this.asking;
    }
  }

  /** Lets go of what was granted together with one that has expired; what came since stays. */
  renew({ expires_at }: Grant): void {
    for (const [key, grant] of this.held) if (grant.expires_at <= expires_at) this.held.delete(key);
  }

  private async ask(place: number, signal: AbortSignal): Promise<void> {
    const wanted = this.files.slice(place, place + grantsAtOnce);
    const body = { files: wanted.map(({ key, file }) => ({ key, size: file.size })) };
    const { results } = await call('POST /api/v1/upload/grant', { body, signal });
    for (const grant of results.grants) this.held.set(grant.key, grant);
  }
}
