import { randomBytes } from 'node:crypto';
import { codeAlphabet, codeLength } from '../code.rules.ts';

/** Draws a number of codes at random; they may have been drawn before. */
export type DrawCodes = (count: number) => string[];

/** A cryptographic draw in which each letter of the alphabet is as likely as the others. */
export function drawFrom(alphabet: string): DrawCodes {
  // Bytes above the last multiple of the alphabet's size would favour its first letters, and are passed over.
  const fair = 256 - (256 % alphabet.length);
  return (count) => {
    const codes: string[] = [];
    let code = '';
    while (codes.length < count) {
      const bytes = randomBytes(Math.min(65_536, (count - codes.length) * (codeLength + 2)));
      for (const byte of bytes) {
        if (byte >= fair) continue;
        code += alphabet[byte % alphabet.length];
        if (code.length < codeLength) continue;
        if (codes.push(code) === count) break;
        code = '';
      }
    }
    return codes;
  };
}

/** The draw of the codes that customers get. */
export const drawCodes: DrawCodes = drawFrom(codeAlphabet);
