import { type OpdsVersion, opds1, opds2 } from './opds.contract.ts';

/**
 * The version that an Accept header asks for at the addresses of OPDS 2: 1.2 only if it names Atom, and prefers it to the
 * type of OPDS 2 or, where it does not name that, likes it as much as anything.
 */
export function acceptedVersion(accept = ''): OpdsVersion {
  const qualities = new Map<string, number>();
  for (const one of accept.split(',')) {
    const [type = '', ...parameters] = one.toLowerCase().split(';');
    const quality = parameters.map((text) => /^\s*q\s*=\s*([\d.]+)/.exec(text)?.[1]).find((text) => text !== undefined);
    qualities.set(type.trim(), Math.max(qualities.get(type.trim()) ?? 0, Number(quality ?? 1)));
  }
  const atom = qualities.get('application/atom+xml') ?? 0;
  const named = qualities.get(opds2.types.navigation);
  if (atom === 0) return opds2;
  if (named !== undefined) return atom > named ? opds1 : opds2;
  return atom >= (qualities.get('application/*') ?? qualities.get('*/*') ?? 0) ? opds1 : opds2;
}
