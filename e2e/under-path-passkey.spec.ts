import { freePorts } from '../test/ports.ts';
import { addAuthenticator } from './authenticator.ts';
import { test as base, expect, ready, signIn } from './office.ts';

const path = '/office';

const test = base.extend<object, object>({
  environment: [
    async ({}, use) => {
      const [port = 0] = await freePorts(1);
      // By its name: browsers have no passkeys for addresses.
      await use({ PORT: String(port), PUBLIC_URL: `http://localhost:${port}${path}` });
    },
    { scope: 'worker' },
  ],
});

test('under a path, a passkey is added and logs in, to the page that was wanted', async ({ page, context, office }) => {
  const url = office.url + path;
  await signIn(context, { ...office, url });
  await addAuthenticator(context, page);
  await page.goto(`${url}/staff/sessions`);
  await ready(page);
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await expect(page.getByText('Passkey added.')).toBeVisible();
  await context.clearCookies();
  await page.goto(`${url}/category`);
  await page.waitForURL(`${url}/login?next=%2Fcategory`);
  await ready(page);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.waitForURL(`${url}/category`);
  const cookies = await context.cookies();
  expect(cookies.filter(({ name }) => name === 'sid').map((one) => one.path)).toEqual([path]);
});
