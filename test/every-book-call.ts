import { madeEpub } from '#features/content/epub/epub.factory.ts';
import { jpeg } from '#features/image/image.fixture.ts';
import { silentMp3 } from '#features/word/sentence.factory.ts';
import { zipOf } from '#kernel/archive/archive.fixture.ts';
import { type Caller, file } from './call-by-key.ts';

/** What the books B1 and B2 hold: words with audio, pictures and files. */
export async function useBookParts(call: Caller): Promise<void> {
  await words(call);
  await pictures(call);
  await contents(call);
}

async function words(call: Caller): Promise<void> {
  const { word_idx } = (await call('POST /api/v1/book/{bid}/word', { path: ['B1'], body: { word: 'Sun' } })).json
    .results;
  const fields = { bid: 'B1', word_idx, sentence: 'The sun rises.', mdr_targeted: 'Y' };
  const audio = file(silentMp3(), 'sun.mp3');
  const { sent_idx } = (await call('POST /api/v1/sentence', { form: { ...fields, word_idx: String(word_idx), audio } }))
    .json.results;
  await call('POST /api/v1/sentence', { body: { ...fields, sentence: 'The sun sets.' } });
  const rows = [{ bid: 'B2', word: 'moon', sentence: 'The moon is out.', mdr_targeted: 'Y' }, { bid: 'B2' }];
  await call('POST /api/v1/sentence', { body: { sentences: rows.slice(0, 1) } });
  await call('POST /api/v1/sentence', { body: { sentences: rows } });
  const pasted = [{ word: 'star', sentence: 'A star shines.', mdr_targeted: 'N' }];
  await call('POST /api/v1/book/{bid}/sentence', { path: ['B2'], body: { sentences: pasted } });
  await call('GET /api/v1/sentence', { query: { word_idx } });
  await call('POST /api/v1/sentence/{sent_idx}', { path: [sent_idx], form: { sentence: 'The sun shines.', audio } });
  await call('DELETE /api/v1/sentence/{sent_idx}', { path: [sent_idx] });
  await call('POST /api/v1/book/{bid}/audio', { path: ['B1'], form: { audio } });
  await call('PUT /api/v1/book/{bid}/word/{word_idx}', { path: ['B1', word_idx], body: { word: 'Moon', version: 1 } });
  await call('DELETE /api/v1/book/{bid}/word/{word_idx}', { path: ['B1', word_idx] });
}

async function pictures(call: Caller): Promise<void> {
  const path = ['B1'];
  const picture = (seed: number) => jpeg(seed, { width: 60, height: 80 });
  const cover = file(await picture(1), 'a.jpg');
  const [book_cover] = (await call('POST /api/v1/book/{bid}/cover', { path, form: { book_cover: cover } })).json.results
    .files.book_cover;
  const preview = file(await picture(2), 'b.jpg');
  const [prev_1] = (await call('POST /api/v1/book/{bid}/preview', { path, form: { book_preview: preview } })).json
    .results.files.book_preview;
  await call('PUT /api/v1/book/preview', { body: { bid: 'B1', prev_1 } });
  const named = { target_ctl: 'book', target_id: 'B1', file_type: 'book_cover', file_path: book_cover };
  await call('DELETE /api/v1/file', { body: named });
  await call('PUT /api/v1/image', { body: { update: { cover: ['B1'], preview: {} } } });
}

async function contents(call: Caller): Promise<void> {
  const path = ['B1'];
  for (const [kind, bytes] of [
    ['epub', madeEpub()],
    ['zip', zipOf({ 'page.html': '<p>It was dark.</p>' })],
  ] as const) {
    const key = `staging/content/${crypto.randomUUID()}.${kind}`;
    const granted = await call('POST /api/v1/upload/grant', { body: { files: [{ key, size: bytes.length }] } });
    const [grant] = granted.json.results.grants;
    await call('POST /storage/upload', { form: { ...grant.fields, file: file(bytes, 'content') } });
    await call(`PUT /api/v1/book/{bid}/${kind}`, { path, body: { key, file_name: `book.${kind}` } });
    await call(`POST /api/v1/book/{bid}/${kind}`, { path, form: { file: file(bytes, `book.${kind}`) } });
    await call(`GET /api/v1/book/{bid}/${kind}`, { path });
    if (kind === 'epub') await epubCalls(call, path);
    await call('GET /api/v1/book/{bid}/content', { path });
    await call(`DELETE /api/v1/book/{bid}/${kind}`, { path });
  }
}

async function epubCalls(call: Caller, path: string[]): Promise<void> {
  await call('GET /api/v1/book/{bid}/content/cover', { path });
  await call('POST /api/v1/book/{bid}/epub_report', { path });
  await call('GET /api/v1/book/{bid}/epub_report', { path });
}
