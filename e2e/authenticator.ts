import type { BrowserContext, Page } from '@playwright/test';

/** A device of the browser's that holds passkeys and verifies whoever asks. */
export async function addAuthenticator(context: BrowserContext, page: Page) {
  // It would also answer what is offered in the ID field, before anything is pressed.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
  const session = await context.newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    /** Whether somebody touches it as soon as it asks. */
    touched: (enabled: boolean) =>
      session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
    forgets: () => session.send('WebAuthn.clearCredentials', { authenticatorId }),
  };
}
