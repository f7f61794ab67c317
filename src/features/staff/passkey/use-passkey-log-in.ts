import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  WebAuthnAbortService,
} from '@simplewebauthn/browser';
import { useEffect, useState } from 'react';
import { ApiError, client } from '#client/api.ts';
import { goTo } from '#client/office-path.ts';
import type { passkeyLogIn } from './passkey.contract.ts';

const call = client<typeof passkeyLogIn>();

// A challenge is valid for 10 minutes; the offer in the ID field is renewed before. Milliseconds.
const renewedMs = 9 * 60_000;

/** Logging in with a passkey: what the page shows meanwhile, and how to begin and to cancel it. */
interface PasskeyLogIn {
  /** Whether this browser can. */
  isOffered: boolean;
  /** Whether the device is asking its owner. */
  isAtDevice: boolean;
  problem: string | null;
  begin: () => void;
  cancel: () => void;
}

/** Passkeys on the log-in page: by a button, and among what the browser offers in the ID field. */
export function usePasskeyLogIn(next: string, offered: boolean): PasskeyLogIn {
  const [isOffered, setOffered] = useState(offered);
  const [isAtDevice, setAtDevice] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    if (!offered || isAtDevice) return undefined;
    if (!browserSupportsWebAuthn()) {
      setOffered(false);
      return undefined;
    }
    // The browser itself refuses nothing that is worth a sentence: the next try cancels this one.
    const offer = () =>
      void offerInField(next).catch((error: Error) => error instanceof ApiError && setProblem(error.message));
    offer();
    const timer = setInterval(offer, renewedMs);
    return () => clearInterval(timer);
  }, [offered, isAtDevice, next]);
  const begin = () => {
    setAtDevice(true);
    setProblem(null);
    logIn(next, false).catch((error: Error) => {
      setAtDevice(false);
      // Nothing is said if the person cancelled it.
      setProblem(error instanceof ApiError ? error.message : null);
    });
  };
  return { isOffered, isAtDevice, problem, begin, cancel: () => WebAuthnAbortService.cancelCeremony() };
}

async function offerInField(next: string): Promise<void> {
  if (await browserSupportsWebAuthnAutofill()) await logIn(next, true);
}

async function logIn(next: string, useBrowserAutofill: boolean): Promise<void> {
  const { results } = await call('POST /login/passkey/options', {});
  const answer = await startAuthentication({ optionsJSON: results, useBrowserAutofill });
  const entered = await call('POST /login/passkey', { body: { ...answer, next } });
  goTo(entered.results.next);
}
