import { sql } from 'kysely';
import type { TextsByLocale } from '#features/collection/collection.public.ts';
import { advertise } from '#features/collection/collection-advertisement.public.ts';
import { clearContents } from '#features/collection/collection-contents.public.ts';
import { createCollection, lockContents, removeCollection } from '#features/collection/collection-record.public.ts';
import type { SamplePart } from '#kernel/desk/sample-parts.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import type { Context } from '#kernel/work/context.ts';
import { changeContents } from './contents.service.ts';

interface SampleCollection {
  cid: string;
  texts: TextsByLocale;
  /** The titles of the series it contains. */
  series: readonly string[];
  prices: { currency: string; price: string; discounted_price: string | null; subscription_period: number }[];
  isAdvertised: boolean;
  isLocked: boolean;
}

const texts = (title: string, summary: string, description: string) => ({
  title,
  summary,
  notice: '',
  description: `<p>${description}</p>`,
});

/** Three collections: one in five languages, one in two, one locked. */
const samples: readonly SampleCollection[] = [
  {
    cid: 'sample-first-steps',
    texts: {
      en: texts('First steps', 'Short stories to begin with', 'A year of reading for <strong>beginners</strong>.'),
      es: texts(
        'Primeros pasos',
        'Cuentos cortos para empezar',
        'Un año de lectura para <strong>principiantes</strong>.',
      ),
      jp: texts('はじめの一歩', '最初に読む短い物語', '<strong>初心者</strong>のための一年分の読書。'),
      ko: texts('첫걸음', '처음 읽는 짧은 이야기', '<strong>초보자</strong>를 위한 1년 읽기.'),
      tr: texts(
        'İlk adımlar',
        'Başlangıç için kısa öyküler',
        '<strong>Yeni başlayanlar</strong> için bir yıllık okuma.',
      ),
    },
    series: ['Lantern Street', '달빛 우체국'],
    prices: [
      { currency: 'KRW', price: '12000', discounted_price: '9900', subscription_period: 30 },
      { currency: 'USD', price: '9.90', discounted_price: null, subscription_period: 0 },
    ],
    isAdvertised: true,
    isLocked: false,
  },
  {
    cid: 'sample-how-it-works',
    texts: {
      en: texts('How it works', 'Science for curious readers', 'Bridges, bees and volcanoes.'),
      ko: texts('어떻게 움직일까', '호기심 많은 독자를 위한 과학', '다리와 벌과 화산.'),
    },
    series: ['How It Works'],
    prices: [{ currency: 'KRW', price: '8000', discounted_price: null, subscription_period: 90 }],
    isAdvertised: true,
    isLocked: false,
  },
  {
    cid: 'sample-many-tongues',
    texts: { en: texts('Many tongues', '', 'Stories in Spanish, Japanese and Turkish.') },
    series: ['El faro azul', '風の図書室', 'Küçük Kaptan'],
    prices: [{ currency: 'EUR', price: '19.50', discounted_price: null, subscription_period: 365 }],
    isAdvertised: false,
    isLocked: true,
  },
];

/** Collections for the sample library, built from its series and owned by its customers. */
export const collectionSample = (kernel: Kernel): SamplePart => ({
  load: async (ctx) => {
    const { owners, series, cids } = await findParts(ctx);
    for (const sample of samples) {
      const { cidx, cid } = await createCollection(ctx, {
        cid: freeCid(sample.cid, cids),
        multi_lang_data: sample.texts,
        is_public: 'O',
        prices: sample.prices,
        owned_by: owners,
      });
      const items = sample.series.flatMap((title) => {
        const content_idx = series[title];
        return content_idx === undefined ? [] : [{ content_type: 'series', content_idx } as const];
      });
      if (items.length > 0) await changeContents(ctx, cid, { act: 'add', given: { items }, reason: 'Sample' });
      if (sample.isAdvertised) await advertise(ctx, { cidx, adsOn: true });
      if (sample.isLocked) await lockContents(ctx, cidx, true);
    }
  },
  remove: async (ctx) => {
    for (const { cidx, cid } of await findLoaded(ctx)) {
      await clearContents(ctx.db, cidx);
      await removeCollection(ctx, kernel, cid);
    }
  },
});

/** The parts the samples are built from: the library's customers and series, and all cids ever given. */
async function findParts(ctx: Context) {
  const { rows } = await sql<{ owners: number[]; series: Record<string, number>; cids: string[] }>`
    select
      (select coalesce(json_agg(cust_idx order by cust_idx), '[]') from customer where cust_id like 'SAMPLE-%') as owners,
      (select coalesce(json_object_agg(title, ser_idx), '{}') from series
        where title = any(${samples.flatMap((sample) => sample.series)}::text[])) as series,
      (select coalesce(json_agg(cid), '[]') from collection_cid where cid like 'sample-%') as cids`.execute(ctx.db);
  return rows[0] ?? { owners: [], series: {}, cids: [] };
}

/** A cid is never given twice: loading the library again uses the next free one. */
function freeCid(base: string, given: readonly string[]): string {
  let cid = base;
  for (let n = 2; given.includes(cid); n++) cid = `${base}-${n}`;
  return cid;
}

/** The existing sample collections, under whatever cid. */
async function findLoaded(ctx: Context): Promise<{ cidx: number; cid: string }[]> {
  const { rows } = await sql<{ cidx: number; cid: string }>`
    select cidx, cid from collection
    where regexp_replace(cid, '-\\d+$', '') = any(${samples.map(({ cid }) => cid)}::text[]) order by cidx`.execute(
    ctx.db,
  );
  return rows;
}
