import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Secrets } from '../config/secret.ts';
import { StorageError, type StorageErrorCode } from './storage.ts';

const minSecretLength = 32;

// `use` prevents a download link from being used as an upload grant, since both are signed with one secret.
const UploadPolicy = z.object({
  use: z.literal('upload'),
  key: z.string(),
  maxBytes: z.number(),
  contentType: z.string(),
  expiresAt: z.number(),
});
const DownloadPolicy = z.object({
  use: z.literal('download'),
  key: z.string(),
  fileName: z.string(),
  expiresAt: z.number(),
});

type UploadPolicy = z.infer<typeof UploadPolicy>;
type DownloadPolicy = z.infer<typeof DownloadPolicy>;

/** An encoded policy: base64url JSON and its HMAC. */
interface SignedPolicy {
  policy: string;
  signature: string;
}

type ReceivedFields = Readonly<Record<string, unknown>>;

/** Issues and checks the signed policies that let a browser upload or download one object until a given time. */
export class DirectoryGrants {
  private readonly secrets: Secrets;
  private readonly now: () => Date;

  constructor(secrets: Secrets, now: () => Date) {
    if (secrets.all().some((secret) => secret.length < minSecretLength))
      throw new RangeError(`The storage secret needs ${minSecretLength} characters.`);
    this.secrets = secrets;
    this.now = now;
  }

  expiryAfter(ttlMs: number): Date {
    return new Date(this.now().getTime() + ttlMs);
  }

  issue(content: UploadPolicy | DownloadPolicy): SignedPolicy {
    const policy = Buffer.from(JSON.stringify(content)).toString('base64url');
    const [newest = ''] = this.secrets.all();
    return { policy, signature: sign(newest, policy) };
  }

  /** Rejects with storage.grant_invalid or storage.grant_expired; the form's Content-Type must be the one granted. */
  checkUpload(fields: ReceivedFields): UploadPolicy {
    const policy = this.check(fields, UploadPolicy, 'storage.grant_invalid', 'storage.grant_expired');
    if (fields['Content-Type'] !== policy.contentType) {
      throw new StorageError('storage.grant_invalid', { detail: `not granted for ${String(fields['Content-Type'])}` });
    }
    return policy;
  }

  /** Rejects with storage.link_invalid or storage.link_expired. */
  checkDownload(query: ReceivedFields): DownloadPolicy {
    return this.check(query, DownloadPolicy, 'storage.link_invalid', 'storage.link_expired');
  }

  private check<P extends { expiresAt: number }>(
    received: ReceivedFields,
    schema: z.ZodType<P>,
    invalid: StorageErrorCode,
    expired: StorageErrorCode,
  ): P {
    const { policy, signature } = received;
    if (typeof policy !== 'string' || typeof signature !== 'string' || !this.isSigned(policy, signature)) {
      throw new StorageError(invalid, { detail: 'no valid signature' });
    }
    const content = schema.safeParse(JSON.parse(Buffer.from(policy, 'base64url').toString()));
    if (!content.success) throw new StorageError(invalid, { detail: 'signed for another use' });
    if (content.data.expiresAt <= this.now().getTime()) throw new StorageError(expired);
    return content.data;
  }

  private isSigned(policy: string, signature: string): boolean {
    const received = Buffer.from(signature);
    return this.secrets.all().some((secret) => {
      const expected = Buffer.from(sign(secret, policy));
      return received.length === expected.length && timingSafeEqual(received, expected);
    });
  }
}

const sign = (secret: string, policy: string): string =>
  createHmac('sha256', secret).update(policy).digest('base64url');
