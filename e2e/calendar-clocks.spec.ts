import { expect, open, test } from './office.ts';

test.use({ environment: { TIME_ZONE: 'America/New_York' } });

test('a release moved into the hour that clocks show twice asks which one is meant', async ({ page, office }) => {
  const seconds = (text: string) => Date.parse(text) / 1000;
  const made = await page.request.post(`${office.url}/api/v1/release`, {
    data: { name: 'Autumn', apply_at: seconds('2035-11-03T01:30:00-04:00') },
    headers: { origin: office.url },
  });
  expect(made.status(), await made.text()).toBe(200);
  const time = async () => {
    const [row] = await office.sql('select extract(epoch from apply_at)::bigint as at from release');
    return Number(row?.['at']);
  };
  await open(page, office, '/calendar?on=2035-11-01');
  const handle = page.getByRole('button', { name: /^Move Autumn/ });
  const note = page.getByRole('status').filter({ hasText: 'this time twice' });
  await handle.press('Shift+ArrowRight');
  await expect(note).toContainText('Not saved yet: Autumn.');
  await note.getByRole('button', { name: 'Put it back' }).click();
  await expect(note).toBeHidden();
  await handle.press('Shift+ArrowRight');
  await note.getByRole('button', { name: /^The second: .*GMT-5/ }).click();
  await expect.poll(time).toBe(seconds('2035-11-04T01:30:00-05:00'));
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(time).toBe(seconds('2035-11-03T01:30:00-04:00'));
});
