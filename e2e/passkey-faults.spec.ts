import type { Browser, BrowserContext, Page } from '@playwright/test';
import { addAuthenticator, addPasskey, askToAddPasskey, named } from './authenticator.ts';
import { expect, type Office, ready, test } from './office.ts';

test.afterEach(async ({ office }) => {
  await office.sql('delete from passkey');
});

/** Another computer, with a device of its own. */
async function otherComputer(browser: Browser) {
  const context = await browser.newContext();
  return { context, page: await context.newPage() };
}

/** Opens the log-in page without a session and presses the button of passkeys. */
async function usePasskey(context: BrowserContext, page: Page, office: Office): Promise<void> {
  await context.clearCookies();
  await page.goto(`${named(office)}/login?next=/category`);
  await ready(page);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
}

async function logsIn(context: BrowserContext, page: Page, office: Office): Promise<void> {
  await usePasskey(context, page, office);
  await page.waitForURL(`${named(office)}/category`);
  await ready(page);
}

test('two devices log in beside each other, and the one that is removed no longer does', async ({
  page,
  context,
  office,
  browser,
}) => {
  const { url } = await addPasskey(context, page, office);
  const other = await otherComputer(browser);
  await addPasskey(other.context, other.page, office);
  await expect(other.page.getByRole('listitem').filter({ hasText: 'Chrome, Linux' })).toHaveCount(2);
  await logsIn(context, page, office);
  await logsIn(other.context, other.page, office);
  await logsIn(context, page, office);

  await page.goto(`${url}/staff/sessions`);
  await ready(page);
  // The newest passkey comes first.
  await page.getByRole('button', { name: 'Remove Chrome, Linux' }).last().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('Passkey removed.')).toBeVisible();
  await usePasskey(context, page, office);
  await expect(page.getByRole('alert')).toContainText('This passkey is not registered here.');
  await logsIn(other.context, other.page, office);
  await other.context.close();
});

test('a copy of a passkey is refused and so is its original from then on, until another takes over', async ({
  page,
  context,
  office,
  browser,
}) => {
  const { url, device } = await addPasskey(context, page, office);
  await logsIn(context, page, office);
  await logsIn(context, page, office);
  const thief = await otherComputer(browser);
  const copy = await addAuthenticator(thief.context, thief.page);
  await copy.copyOf(device);
  const sentence = 'This passkey was copied and no longer works. Log in another way and replace it.';
  await usePasskey(thief.context, thief.page, office);
  await expect(thief.page.getByRole('alert')).toContainText(sentence);
  expect((await thief.context.cookies()).filter(({ name }) => name === 'sid')).toEqual([]);
  await usePasskey(context, page, office);
  await expect(page.getByRole('alert')).toContainText(sentence);
  await thief.context.close();

  await page.getByLabel('ID').fill('ada');
  await page.getByLabel('Password').fill('correct horse battery');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${url}/category`);
  await page.goto(`${url}/`);
  await expect(page.getByText('The passkey “Chrome, Linux” of ada was copied')).toBeVisible();
  await page.goto(`${url}/staff/sessions`);
  await ready(page);
  await expect(page.getByText('Copied: it no longer logs in. Remove it.')).toBeVisible();
  await page.getByRole('button', { name: 'Remove Chrome, Linux' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('Passkey removed.')).toBeVisible();
  await device.forgets();
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await expect(page.getByText('Passkey added.')).toBeVisible();
  await logsIn(context, page, office);
});

/** Has the browser not ask for a verified owner, as a page would that was tampered with. */
async function withoutVerification(page: Page): Promise<void> {
  await page.route(/\/passkey\/options$/, async (route) => {
    const answer = await route.fetch();
    const { results } = await answer.json();
    const userVerification = 'discouraged';
    // A device would verify for one that is found without an ID.
    const authenticatorSelection = { userVerification, residentKey: 'discouraged', requireResidentKey: false };
    const changed = 'rp' in results ? { authenticatorSelection } : { userVerification };
    await route.fulfill({ response: answer, json: { results: { ...results, ...changed } } });
  });
}

test('a device that does not verify its owner neither logs in nor adds a passkey', async ({
  page,
  context,
  office,
  browser,
}) => {
  const { device } = await addPasskey(context, page, office);
  await device.verifies(false);
  // The browser itself refuses, and the ID is as near as before.
  const challenged = page.waitForResponse(/\/login\/passkey\/options$/);
  await usePasskey(context, page, office);
  await challenged;
  await expect(page.getByRole('heading', { name: 'Follow your device' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Use a passkey' })).toBeVisible();
  await withoutVerification(page);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByRole('alert')).toContainText('The passkey could not be checked. Try again.');
  expect((await context.cookies()).filter(({ name }) => name === 'sid')).toEqual([]);

  const plugged = await otherComputer(browser);
  await addAuthenticator(plugged.context, plugged.page, false);
  await withoutVerification(plugged.page);
  await askToAddPasskey(plugged.context, plugged.page, office);
  await expect(plugged.page.getByText('The answer of the device could not be checked. Try again.')).toBeVisible();
  expect(await office.sql('select count(*)::integer as count from passkey')).toEqual([{ count: 1 }]);
  await plugged.context.close();
});

test('an answer of a device that is sent a second time opens no second session', async ({ page, context, office }) => {
  const { url } = await addPasskey(context, page, office);
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url() === `${url}/login/passkey`,
  );
  await logsIn(context, page, office);
  const again = { data: (await sent).postDataJSON(), headers: { origin: url } };
  await context.clearCookies();
  const sessions = () => office.sql('select count(*)::integer as count from session');
  const before = await sessions();
  for (let times = 1; times <= 2; times++) {
    const answer = await page.request.post(`${url}/login/passkey`, again);
    expect(answer.status()).toBe(401);
    expect((await answer.json()).error).toMatchObject({ message: 'The passkey could not be checked. Try again.' });
  }
  expect(await sessions()).toEqual(before);
  await logsIn(context, page, office);
});

test('a site at another origin gets nothing: its browser refuses, and the office refuses what it signed for another port', async ({
  page,
  context,
  office,
}) => {
  const { url } = await addPasskey(context, page, office);
  await context.clearCookies();
  const options = async () =>
    (await (await page.request.post(`${url}/login/passkey/options`, { headers: { origin: url } })).json()).results;
  /** Uses the challenge of the office on the page that is open, as a site would that pretends to be the office. */
  const signed = (given: object) =>
    page.evaluate(async (publicKey) => {
      try {
        const read = PublicKeyCredential.parseRequestOptionsFromJSON(publicKey as never);
        const key = (await navigator.credentials.get({ publicKey: read })) as PublicKeyCredential;
        return key.toJSON();
      } catch (error) {
        return (error as Error).name;
      }
    }, given);
  await page.route(/^http:\/\/localhost:9\//, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Not the office</title>' }),
  );
  // A host of another name: the browser refuses what is not for it.
  await page.goto(`${office.url}/login`);
  expect(await signed(await options())).toBe('SecurityError');
  // The host by the same name: the browser signs, with the origin that it saw.
  await page.goto('http://localhost:9/');
  const answer = await signed(await options());
  expect(answer).toMatchObject({ type: 'public-key' });
  const refused = await page.request.post(`${url}/login/passkey`, { data: answer, headers: { origin: url } });
  expect(refused.status()).toBe(401);
  expect((await refused.json()).error).toMatchObject({ message: 'The passkey could not be checked. Try again.' });
  await logsIn(context, page, office);
});
