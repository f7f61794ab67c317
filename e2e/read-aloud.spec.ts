import type { Page } from '@playwright/test';
import { bookRow } from '../src/features/book/book.factory.ts';
import { expect, fromMenu, type Office, open, test } from './office.ts';

/** Two books of a series, and a collection. */
async function fill(page: Page, office: Office): Promise<void> {
  // The tests of a file share an office.
  const [made] = await office.sql('select bidx from book');
  if (made) return;
  const add = async (path: string, data: object) => {
    const answer = await page.request.post(`${office.url}/api/v1/${path}`, { data });
    expect(answer.status(), await answer.text()).toBe(200);
  };
  const books = [bookRow(1, { bid: 'B1', title: 'Owl Yard', author: 'Kim' }), bookRow(2, { bid: 'B2', title: 'Fern' })];
  await add('book', { books, create_missing: true });
  await add('collection', { cid: 'C1', title: 'Night walks' });
}

/** What a program that reads the screen aloud says of it, in this order; other elements may stand between. */
const screens: [string, string][] = [
  [
    '/book',
    `
    - heading "Library" [level=1]
    - button "Import"
    - link "New book"
    - navigation "Views":
      - link "Not published 2"
    - search "Filters":
      - searchbox "Book ID, title, author or ISBN"
    - status: 2 rows
    - region "Library":
      - table:
        - rowgroup:
          - row:
            - columnheader "Select all rows on this page":
              - checkbox "Select all rows on this page"
            - columnheader "Title"
            - columnheader "Author"
        - rowgroup:
          - row /^Select Fern/
          - row /^Select Owl Yard Owl Yard B1 Kim/:
            - cell "Select Owl Yard":
              - checkbox "Select Owl Yard"
            - cell "Owl Yard B1":
              - link "Owl Yard"
            - cell "Kim"`,
  ],
  [
    '/book/update/B1',
    `
    - navigation "Breadcrumb"
    - 'heading "Edit book: Owl Yard" [level=1]'
    - heading "Titles" [level=2]
    - textbox "Book ID": B1
    - textbox "Title": Owl Yard
    - heading "Place in library" [level=2]
    - combobox "Series": First readers
    - 'button "Create: Series"'
    - heading "ISBN" [level=2]
    - textbox "ISBN (print)"
    - heading "Reading level" [level=2]
    - group "Level type":
      - radio "None" [checked]
    - navigation "Sections":
      - list:
        - listitem:
          - link "Titles"
    - button "Save"`,
  ],
  [
    '/collection/update/C1',
    `
    - heading /Night walks/ [level=1]
    - tablist "Languages":
      - tab "English Incomplete" [selected]
      - tab "한국어 Missing"
    - tabpanel "English Incomplete":
      - textbox "Title": Night walks
    - heading "Prices" [level=2]
    - list:
      - listitem "Price 1":
        - combobox "Currency"
        - textbox "Price"
        - button "Remove price 1"
    - radiogroup "Public":
      - radio "Not public" [checked]
    - button "Save"`,
  ],
  [
    '/series',
    `
    - heading "Series" [level=1]
    - button "New series"
    - search:
      - searchbox "Search series"
    - list:
      - listitem:
        - 'button "Move to position: First readers, 1"'
        - button "First readers 1 level 2 books"`,
  ],
];

for (const [path, said] of screens)
  test(`${path} is read aloud in order, each part by its name`, async ({ page, office }) => {
    await fill(page, office);
    await open(page, office, path);
    await expect(page.getByRole('main')).toMatchAriaSnapshot(said);
  });

test('the menu, the finder and the question before a deletion are read aloud by their names', async ({
  page,
  office,
}) => {
  await fill(page, office);
  await open(page, office, '/book/B1');
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toMatchAriaSnapshot(`
    - link "Home"
    - group "Catalogue":
      - heading "Catalogue" [level=2]:
        - button "Catalogue" [expanded]
      - link "Library 2"
      - link "Series 1"`);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search screens' }).fill('owl');
  await expect(page.getByRole('dialog')).toMatchAriaSnapshot(`
    - combobox [expanded]: owl
    - listbox:
      - group:
        - option /Owl Yard/ [selected]`);
  await page.keyboard.press('Escape');
  await fromMenu(page, 'Delete');
  await expect(page.getByRole('dialog')).toMatchAriaSnapshot(`
    - heading /Owl Yard/
    - button "Cancel"
    - button "Delete"`);
});
