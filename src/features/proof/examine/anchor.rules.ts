import { z } from 'zod';

const Anchor = z.object({ rows: z.number().int().min(0), link: z.string().regex(/^[0-9a-f]{64}$/) });

/** Where the chain stood at a moment: how many rows were sealed, and the link of the last. */
export type Anchor = z.output<typeof Anchor>;

const json = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const at = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Object.entries(value).find(([name]) => name === key)?.[1] : undefined;

/**
 * The anchor in a file: the answer of `GET /api/v1/trail/anchor`, the manifest of a backup, or what the receiver of the trail
 * has, of which the last line counts. Undefined if there is none in it.
 */
export function anchorIn(text: string): Anchor | undefined {
  const whole = json(text) ?? json(text.trimEnd().split('\n').at(-1) ?? '');
  const candidates = [whole, at(whole, 'results'), at(whole, 'trail'), at(at(whole, 'unmapped'), 'trail')];
  return candidates.map((candidate) => Anchor.safeParse(candidate).data).find((found) => found !== undefined);
}
