import { expect, open, test } from './office.ts';

const kinds = [
  { path: '/agegroup', button: 'Add age group', title: 'Zz ages' },
  { path: '/category', button: 'Add category', title: 'Zz kinds' },
  { path: '/series', button: 'New series', title: 'Zz series' },
];

for (const { path, title } of kinds) {
  test(`what is added on ${path} is in view, marked and announced there`, async ({ page, office }) => {
    await office.sql(
      "insert into age_group (title) select 'Age ' || lpad(n::text, 3, '0') from generate_series(1, 80) n on conflict do nothing",
    );
    await office.sql(
      "insert into category (title) select 'Kind ' || lpad(n::text, 3, '0') from generate_series(1, 80) n on conflict do nothing",
    );
    await office.sql(
      "insert into series (title, position) select 'Series ' || n, n from generate_series(1, 80) n where not exists (select from series where title = 'Series 1')",
    );
    await open(page, office, path);
    await page
      .locator('main header button, main button')
      .filter({ hasText: /^(Add|New)/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill(title);
    await dialog.getByRole('textbox').press('Enter');
    await expect(page.getByRole('status').filter({ hasText: 'added' })).toContainText(`“${title}” added.`);
    const row = page.locator('main [data-key]').filter({ hasText: title });
    await expect(row).toBeInViewport();
    await expect(row).toBeFocused();
    await expect(row).toHaveAttribute('data-changed', '');
  });
}

test('a level that is added is in view, marked and announced in its series', async ({ page, office }) => {
  await office.sql(
    "insert into series (title, position) select 'Levelled', coalesce(max(position), 0) + 1 from series",
  );
  const [series] = await office.sql("select ser_idx from series where title = 'Levelled'");
  await open(page, office, `/series?open=${String(series?.['ser_idx'])}`);
  await page.getByRole('button', { name: 'New level' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('Zz level');
  await page.getByRole('dialog').getByRole('textbox').press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'added' })).toContainText('“Zz level” added.');
  const row = page.locator('main [data-key^="level-"]').filter({ hasText: 'Zz level' });
  await expect(row).toBeInViewport();
  await expect(row).toBeFocused();
});

test('what is added from the finder is shown in its list as well', async ({ page, office }) => {
  await open(page, office, '/category/create');
  await page.getByRole('dialog').getByRole('textbox').fill('From the finder');
  await page.getByRole('dialog').getByRole('textbox').press('Enter');
  await expect(page.locator('main [data-key]').filter({ hasText: 'From the finder' })).toBeFocused();
});
