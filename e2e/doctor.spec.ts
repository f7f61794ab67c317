import net from 'node:net';
import { axeViolations } from '../test/axe.ts';
import { test as base, expect, open } from './office.ts';

/** A mail server that takes connections, and says nothing until it is told to. */
interface SilentServer {
  url: string;
  answer(): void;
}

const test = base.extend<object, { silent: SilentServer }>({
  silent: [
    async ({}, use) => {
      const sockets = new Set<net.Socket>();
      const server = net.createServer((socket) => {
        sockets.add(socket);
        socket.on('error', () => undefined);
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const address = server.address();
      const port = address !== null && typeof address === 'object' ? address.port : 0;
      await use({
        url: `smtp://127.0.0.1:${port}`,
        answer: () => sockets.forEach((socket) => socket.end('554 Not now\r\n')),
      });
      for (const socket of sockets) socket.destroy();
      server.close();
    },
    { scope: 'worker' },
  ],
  environment: [
    async ({ silent }, use) => use({ SMTP_URL: silent.url, MAIL_FROM: 'Library Office <office@library.example>' }),
    { scope: 'worker' },
  ],
});

test('the doctor shows what it found while a check still waits, and then that too', {
  tag: '@journey',
}, async ({ page, office, silent }) => {
  await open(page, office, '/settings');
  await page.getByRole('button', { name: /Your account/ }).click();
  await page.getByRole('link', { name: 'Doctor' }).click();
  const row = (text: string) => page.getByRole('listitem').filter({ hasText: text });
  await expect(row('No backup was made on this machine.')).toContainText('npm run backup');
  await expect(row('Checking…')).toContainText('Mail');
  await expect(row('Clock')).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);

  silent.answer();
  await expect(row('127.0.0.1 does not take mail.')).toBeVisible();
  await expect(page.getByRole('heading', { name: '3 need attention' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('list').nth(1).getByRole('listitem').first()).toContainText(
    'does not take mail',
  );

  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Check again' }).focus();
  await page.keyboard.press('Enter');
  await expect(row('Checking…')).toContainText('Mail');
});
