import type { BrowserContext, Page } from '@playwright/test';
import { expect, type Office, ready } from './office.ts';

/** A device of the browser's that holds passkeys and verifies whoever asks; or a key to plug in, which cannot verify. */
export async function addAuthenticator(context: BrowserContext, page: Page, canVerify = true) {
  // It would also answer what is offered in the ID field, before anything is pressed.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
  const session = await context.newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: canVerify ? 'internal' : 'usb',
      hasResidentKey: true,
      hasUserVerification: canVerify,
      isUserVerified: canVerify,
      automaticPresenceSimulation: true,
    },
  });
  const credentials = async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials;
  return {
    /** Whether somebody touches it as soon as it asks. */
    touched: (enabled: boolean) =>
      session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
    /** Whether it recognizes its owner from now on. */
    verifies: (isUserVerified: boolean) =>
      session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    credentials,
    /** Takes what another device holds, whose count of log-ins began anew. */
    copyOf: async (other: { credentials: typeof credentials }) => {
      for (const credential of await other.credentials())
        await session.send('WebAuthn.addCredential', { authenticatorId, credential: { ...credential, signCount: 0 } });
    },
    forgets: () => session.send('WebAuthn.clearCredentials', { authenticatorId }),
  };
}

/** The office by its name: browsers have no passkeys for addresses. */
export const named = (office: Office): string => office.url.replace('127.0.0.1', 'localhost');

/** Logs in without a passkey, opens the account and has its button pressed to add one. */
export async function askToAddPasskey(context: BrowserContext, page: Page, office: Office): Promise<string> {
  const url = named(office);
  await context.addCookies([{ name: 'sid', value: await office.session(), url }]);
  await page.goto(`${url}/staff/sessions`);
  await ready(page);
  await page.getByRole('button', { name: 'Add passkey' }).click();
  return url;
}

/** A new device of the administrator's, whose passkey is added to the account on its page. */
export async function addPasskey(context: BrowserContext, page: Page, office: Office) {
  const device = await addAuthenticator(context, page);
  const url = await askToAddPasskey(context, page, office);
  await expect(page.getByText('Passkey added.')).toBeVisible();
  return { url, device };
}
