import { expect, test } from 'vitest';

const page = `<main>${'<p>row</p>'.repeat(500)}<a href="/book/B1">The Lantern</a>${'<p>row</p>'.repeat(500)}</main>`;

const failureOf = (act: () => void): string => {
  try {
    act();
  } catch (error) {
    return (error as Error).message;
  }
  return 'nothing';
};

test('a text that a page lacks is reported with the part of the page that is nearest to it', () => {
  const said = failureOf(() => expect(page).toShow('<a href="/book/B1">The Lamp</a>'));
  expect(said).toMatch(
    /does not show\n {2}<a href="\/book\/B1">The Lamp<\/a>\n.*\n.*»<a href="\/book\/B1">The La«ntern/,
  );
  expect(said.length).toBeLessThan(600);
});

test('a pattern that a page lacks is reported with the part that matches its longest word', () => {
  const said = failureOf(() => expect(page).toShow(/<a href="\/book\/B\d+" aria-current>/));
  expect(said).toMatch(/»<a href="\/book\/B«1"/);
});

test('a text that a page must not have is reported with its place', () => {
  const said = failureOf(() => expect(page).not.toShow('Lantern'));
  expect(said).toMatch(/The page shows\n {2}Lantern\n.*\n.*The »Lantern«<\/a>/);
  expect(said.length).toBeLessThan(600);
});

test('a text that a page has is found, and one that it lacks is not', () => {
  expect(page).toShow('The Lantern');
  expect(page).toShow(/href="\/book\/B\d"/);
  expect(page).not.toShow('The Lamp');
});
