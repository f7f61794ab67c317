import { bookRow } from '../src/features/book/book.factory.ts';
import { sentenceRow, silentMp3 } from '../src/features/word/sentence.factory.ts';
import { axeViolations } from '../test/axe.ts';
import { expect, open, test } from './office.ts';

test('sentences are heard one at a time, paused, and wound by keyboard', async ({ page, office }) => {
  const { request } = page;
  await request.post(`${office.url}/api/v1/book`, { data: { books: [bookRow(1)], create_missing: true } });
  const sentences = [1, 2].map((n) => sentenceRow(n, 'B1'));
  await request.post(`${office.url}/api/v1/sentence`, { data: { sentences } });
  for (const { sent_idx } of await office.sql('select sent_idx from sentence order by sent_idx')) {
    // Ten seconds.
    const audio = { name: 'voice.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from(silentMp3(383)) };
    const answer = await request.post(`${office.url}/api/v1/sentence/${Number(sent_idx)}`, { multipart: { audio } });
    expect(answer.ok(), await answer.text()).toBe(true);
  }
  const made = await request.post(`${office.url}/api/v1/preview`, { data: { of: 'book', id: 'B1' } });
  const { href } = (await made.json()).results;
  await open(page, office, new URL(href, office.url).pathname + new URL(href, office.url).search);

  const player = (n: number) => page.getByRole('group', { name: `The ${n}th sentence` });
  const play = (n: number) => player(n).getByRole('button', { name: /^Play/ });
  const pause = (n: number) => player(n).getByRole('button', { name: /^(Pause|Stop)/ });
  const position = (n: number) => player(n).getByRole('slider', { name: 'Position' });
  await expect(player(1)).toContainText('0:00 / 0:10');

  await play(1).click();
  await expect(pause(1)).toBeVisible();
  await play(2).press('Enter');
  await expect(pause(2)).toBeVisible();
  await expect(play(1)).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);

  await pause(2).press('Space');
  await expect(play(2)).toBeFocused();
  await position(2).press('Home');
  await position(2).press('ArrowRight');
  await position(2).press('ArrowRight');
  await expect(position(2)).toHaveAttribute('aria-valuetext', '0:02');
  await expect(player(2)).toContainText('0:02 / 0:10');
  await play(2).click();
  await expect(position(2)).toHaveAttribute('aria-valuetext', /0:0[3-9]/);
});
