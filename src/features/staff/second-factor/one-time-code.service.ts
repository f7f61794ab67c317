import { Secret, TOTP } from 'otpauth';
import { encode } from 'uqr';

// The parameters every authenticator app assumes: RFC 6238 with SHA-1, six digits, 30 seconds.
const kind = { algorithm: 'SHA1', digits: 6, period: 30 };

// The previous and the next step are accepted too: clocks differ, and typing takes time.
const steps = 1;

/** A new secret in the form typed into apps: 160 bits in base32. */
export const newSecret = (): string => new Secret({ size: 20 }).base32;

/** The contents of a secret's QR code: its owner, and the secret. */
export const secretUri = (secret: string, issuer: string, label: string): string =>
  new TOTP({ issuer, label, secret, ...kind }).toString();

/** The time step of a code; undefined for a code that is not current. */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime();
  const delta = TOTP.validate({ token: code, secret: Secret.fromBase32(secret), timestamp, window: steps, ...kind });
  return delta === null ? undefined : Math.floor(timestamp / (kind.period * 1000)) + delta;
}

/** A QR code as a drawing: the squares of a grid of `size`, as an SVG path. */
export interface QrCode {
  size: number;
  path: string;
}

export function qrCode(text: string): QrCode {
  const { size, data } = encode(text, { ecc: 'M', border: 4 });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return { size, path };
}
