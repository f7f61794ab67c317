import type { MailContent, MailKind } from '#kernel/desk/mails.ts';
import { AppError } from '#kernel/messages/errors.ts';
import type { Context } from '#kernel/work/context.ts';
import type { MailReason } from '../mail.rules.ts';
import type { MadeFile } from './letter.ts';

// With the third that base64 adds, most servers take it.
const mostBytes = 10 * 1024 * 1024;

// How long a file may take: whoever claims a mail has five minutes for all of it. Milliseconds.
const longestMs = 120_000;

/** The file of a mail, or why it has none now. */
export type Attached = { file: MadeFile | undefined } | { reason: MailReason; isFinal: boolean };

/** Makes the file that is attached to a mail; read as a whole, since it is sent as a whole. */
export async function attachedTo(
  ctx: Context,
  kind: MailKind | undefined,
  { file }: Pick<MailContent, 'file'>,
  failed: (error: unknown) => void,
): Promise<Attached> {
  if (!file || !kind?.attach) return { file: undefined };
  const begun = performance.now();
  try {
    const { type, blocks } = await kind.attach(ctx, file.of);
    const read: Uint8Array[] = [];
    let size = 0;
    for await (const block of blocks) {
      size += block.length;
      if (size > mostBytes) return { reason: 'too_large', isFinal: true };
      if (performance.now() - begun > longestMs) return { reason: 'no_file', isFinal: false };
      read.push(block);
    }
    return { file: { type, bytes: Buffer.concat(read) } };
  } catch (error) {
    if (error instanceof AppError) return { reason: 'file_gone', isFinal: true };
    failed(error);
    return { reason: 'no_file', isFinal: false };
  }
}
