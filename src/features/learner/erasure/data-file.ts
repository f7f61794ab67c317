import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { strToU8, Zip, ZipDeflate } from 'fflate';
import { sendBlocks } from '#kernel/http/export.ts';
import type { Records } from '#kernel/records/records.ts';
import { type PersonalRows, readPersonal } from '#kernel/records/personal-rows.ts';
import type { Context } from '#kernel/work/context.ts';
import { readLearner } from '../learner.service.ts';
import { dataPage } from './data-page.ts';

interface Parts {
  records: Records;
  personal: readonly PersonalRows[];
}

/** Streams what is stored about a learner. The file's name does not have the ID. */
export async function sendData(
  call: { ctx: Context; reply: FastifyReply },
  { records, personal }: Parts,
  learner: string,
): Promise<Readable> {
  const { ctx } = call;
  const { history } = await readLearner(ctx, records, learner, 1);
  const data = await readPersonal(ctx, personal, learner);
  const exported_at = ctx.now.toISOString();
  const json = `${JSON.stringify({ learner_id: learner, exported_at, ...data }, null, 2)}\n`;
  const files = { 'data.json': json, 'data.html': dataPage(ctx, { learner, history, data }) };
  return sendBlocks(call, { title: 'learner-data', as: 'zip', blocks: zipped(files) });
}

// What is compressed at a time, in characters.
const blockLength = 1 << 16;

async function* zipped(files: Readonly<Record<string, string>>): AsyncGenerator<Uint8Array> {
  const out: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    out.push(chunk);
  });
  for (const [name, text] of Object.entries(files)) {
    const part = new ZipDeflate(name, { level: 6 });
    zip.add(part);
    const bytes = strToU8(text);
    for (let from = 0; from < bytes.length; from += blockLength) {
      part.push(bytes.subarray(from, from + blockLength), from + blockLength >= bytes.length);
      yield* out.splice(0);
    }
  }
  zip.end();
  yield* out.splice(0);
}
