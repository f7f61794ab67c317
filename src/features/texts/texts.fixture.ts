import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { readXlsx } from '#kernel/sheets/xlsx-read.ts';
import { writeXlsx } from '#kernel/sheets/xlsx-write.ts';
import type { Answer, Office, Person } from '#test/app.ts';

/** A file of texts, as it left or is to come back. */
export interface TextFile {
  name: string;
  bytes: Uint8Array;
}

/** Texts out and back, through HTTP. */
export function textsDesk(office: () => Office) {
  const admin = () => office().admin;
  const upload = (file: TextFile, by: Person = admin()): Promise<Answer> => {
    const form = new FormData();
    form.append('file', new File([Buffer.from(file.bytes)], file.name));
    return by.upload('/api/v1/texts/import', form);
  };
  return {
    out: (query: string) => admin().get(`/api/v1/texts?what=collection&${query}`),
    upload,
    /** Uploads a file that can be read, and returns its number. */
    stage: async (file: TextFile): Promise<number> => {
      const answer = await upload(file);
      if (answer.status !== 200) throw new Error(answer.body);
      return answer.json.results.timp_idx;
    },
    state: async (timpIdx: number) => (await admin().get(`/api/v1/texts/import/${timpIdx}`)).json.results,
    apply: (timpIdx: number, body?: object, by: Person = admin()) =>
      by.post(`/api/v1/texts/import/${timpIdx}/apply`, body),
    undo: (act: number) => admin().post(`/api/v1/act/${act}/undo`),
  };
}

export const xliffFile = (text: string): TextFile => ({ name: 'texts.xlf', bytes: Buffer.from(text) });

/** The rows of a sheet. */
export async function rowsOf(bytes: Uint8Array): Promise<string[][]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'texts-'));
  const file = path.join(folder, 'texts.xlsx');
  try {
    await writeFile(file, bytes);
    const rows: string[][] = [];
    for await (const batch of readXlsx(file)) rows.push(...batch.map(({ cells }) => cells));
    return rows;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** A sheet with these rows. */
export async function sheetFile(rows: readonly (readonly string[])[]): Promise<TextFile> {
  const blocks: Uint8Array[] = [];
  const all = async function* () {
    yield* rows;
  };
  for await (const block of writeXlsx(all(), { sheet: 'texts' })) blocks.push(block);
  return { name: 'texts.xlsx', bytes: Buffer.concat(blocks) };
}

/** Texts that files and programs like to damage. */
export const hardTexts = {
  en: {
    title: 'A & B <“quotes”> ’tis =1+1',
    summary: ' \u202bمرحبا\u202c\u200f and \u200eback\nsecond line\t_x000D_ ]]> &amp; 🙂'.trim(),
    notice: '<p>Plain &amp; simple &lt;b&gt;</p>',
    description:
      '<h2>Head</h2><p>One <strong>two <em>three</em></strong><br />\u00a0four <a href="https://x.test/?a=1&amp;b=2" target="_blank" rel="noopener noreferrer">five</a></p><ul><li>six</li><li>seven</li></ul>',
  },
  tr: {
    title: 'İıĞğŞşÇç',
    summary: 'Iğdır’da ı ve İ',
    notice: '',
    description: '<p>Çok <strong>güzel</strong> değil mi?</p>',
  },
  ko: { title: '한글 제목 가각', summary: '둘째 줄\n셋째 줄', notice: '<p>공지</p>', description: '<p>설명</p>' },
  jp: {
    title: '日本語「題」𠮷野家',
    summary: '要約',
    notice: '<p>お知らせ</p>',
    description: '<p>ルビ<em>強調</em></p>',
  },
};
