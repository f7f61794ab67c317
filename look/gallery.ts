import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from '@playwright/test';
import sharp from 'sharp';
import { Client } from '#test/client.ts';
import { type LookedAt, open } from './office.ts';

/** The screens of docs/screens.md, by area: what each is for. */
const gallery = {
  Catalogue: {
    '/': 'Home: what needs you, this week, the newest books',
    '/book': 'Books: search, filter, choose, change many',
    '/book/SAMPLE-001': 'A book: what it lacks, and its mends',
    '/book/SAMPLE-001/words': 'Words and sentences of a book, as a sheet',
    '/book/update/SAMPLE-001': 'The editor of a book',
    '/book/publish/SAMPLE-002': 'The question before a book is published',
    '/book/import': 'Import: sheets, images, words, audio',
    '/series': 'Series and their levels, in order',
    '/category': 'Categories',
    '/agegroup': 'Target groups',
    '/roadmap/2': 'The roadmap of a target group',
    '/series_guide?gui_id=sample_reading_path': 'A series guide',
  },
  Sales: {
    '/collection': 'Collections',
    '/collection/sample-first-steps': 'A collection: texts, prices, contents',
    '/collection/matrix': 'Texts in five languages, side by side',
    '/collection/advertisement': 'Advertised collections, in order',
    '/release': 'Releases: changes that go live together',
    '/release/1': 'A release: what it changes, and when',
    '/calendar': 'Calendar of everything that is scheduled',
    '/reservation': 'Scheduled changes',
  },
  Codes: {
    '/event': 'Promotions: one code for many learners',
    '/customer': 'Customers',
    '/customer/1': 'A customer: batches, codes, statement',
    '/code/batch/1': 'A batch of codes, from issued to active',
    '/code': 'Every access code',
    '/code/redeem': 'Redeem a code for a learner',
    '/registration': 'Who has which collection, until when',
  },
  Reports: {
    '/report/platform': 'Codes and registrations by day',
    '/report/registered-collection': 'Registrations by collection',
    '/report/all-books': 'All books, with every column',
    '/report/all-coupons': 'All codes of batches and events',
    '/code/report': 'Codes generated for each customer',
    '/code/purchase': 'What distributors bought',
  },
  Administration: {
    '/staff': 'Accounts of staff',
    '/audit': 'The audit trail: who changed what',
    '/settings': 'Settings',
    '/mail': 'The outbox',
    '/mailing': 'Reports by mail',
    '/term': 'What things are called in each language',
    '/settings/webhooks': 'Webhooks',
    '/docs': 'Every call of the API',
  },
} as const;

const folder = path.resolve(import.meta.dirname, '../docs/images/screens');
const columns = 3;

/** Draws small pictures of all screens, and the page that shows them. */
export async function drawGallery(browser: Browser, office: LookedAt): Promise<void> {
  await schedule(new Client(office.url, office.cookie));
  await mkdir(folder, { recursive: true });
  const viewport = { width: 1280, height: 800 };
  const context = await office.context(browser, { viewport, reducedMotion: 'reduce' }, { lang: 'en', scheme: 'light' });
  const page = await context.newPage();
  for (const address of Object.values(gallery).flatMap((area) => Object.keys(area))) {
    await open(page, office.url + address);
    await page.waitForLoadState('networkidle');
    await sharp(await page.screenshot())
      .resize(560)
      .webp({ quality: 72, effort: 6 })
      .toFile(path.join(folder, pictureOf(address)));
  }
  await context.close();
  await writeFile(path.resolve(folder, '../../screens.md'), galleryPage());
}

/** A release, which the sample library has none of. */
async function schedule(http: Client): Promise<void> {
  const day = 86_400;
  const apply_at = Math.floor(Date.now() / 1000 / day) * day + 6 * day;
  const { rel_idx } = await http.results('POST', '/api/v1/release', { name: 'Winter launch', apply_at });
  const values = { prices: [{ currency: 'USD', price: '17.90', subscription_period: 365 }] };
  const change = { kind: 'collection', id: 'sample-first-steps', values };
  await http.results('PUT', `/api/v1/release/${rel_idx}/change`, change);
}

function galleryPage(): string {
  const areas = Object.entries(gallery).map(([area, screens]) => {
    const cells = Object.entries(screens).map(([address, about]) => cellOf(address, about));
    const rows = Array.from({ length: Math.ceil(cells.length / columns) }, (_, row) =>
      ['<tr>', ...cells.slice(row * columns, (row + 1) * columns), '</tr>'].join('\n'),
    );
    return `## ${area}\n\n<table>\n${rows.join('\n')}\n</table>\n`;
  });
  return `# The screens

With the sample library, in English and light; each is there in five languages, dark, and on a phone. Written by
\`npm run look -- pictures\`.

${areas.join('\n')}`;
}

const cellOf = (address: string, about: string) =>
  `<td valign="top" width="33%"><img src="images/screens/${pictureOf(address)}" alt="${about}"><br>${about}<br><code>${address}</code></td>`;

const pictureOf = (address: string) => `${address.replace(/[^a-z0-9]+/gi, '-').replace(/^-|-$/g, '') || 'home'}.webp`;
