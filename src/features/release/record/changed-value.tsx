import { AudioPlayer } from '#ui/audio/audio-player.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
import type { ReleaseChange } from '../release.contract.ts';
import { Pictures } from './pictures.tsx';

type Side = 'before' | 'after';
type Field = Pick<ReleaseChange['fields'][number], Side | 'pictures' | 'files'>;

interface ChangedValueProps {
  of: Field;
  side: Side;
  /** What stands for no value. */
  nothing: string;
}

/** What a field is or will be: its pictures, a text that opens its file, or its text with what can be heard below. */
export function ChangedValue({ of, side, nothing }: ChangedValueProps) {
  const text = of[side];
  if (text === '') return nothing;
  if (of.pictures?.[side].length) return <Pictures of={of.pictures[side]} />;
  const files = of.files?.[side] ?? [];
  const [only] = files.length === 1 ? files : [];
  return only && only.ms === undefined ? <a href={only.href}>{text}</a> : text;
}

/** What of a field can be heard: the sounds that are there, and those that will be. */
export function ChangedSounds({ of: { files }, labels }: { of: Field; labels: Record<Side, string> }) {
  const sides = (['before', 'after'] as const).map((side) => ({
    side,
    sounds: files?.[side].flatMap(({ ms, ...file }) => (ms === undefined ? [] : [{ ...file, ms }])) ?? [],
  }));
  if (sides.every(({ sounds }) => sounds.length === 0)) return null;
  return (
    <Stack tight>
      {sides.flatMap(({ side, sounds }) =>
        sounds.map(({ href, name, ms }) => (
          <div key={`${side} ${href}`}>
            <Text as="span" tone="soft" size="fine">
              {labels[side]}: {name}
            </Text>
            <AudioPlayer src={href} text={`${labels[side]}: ${name}`} ms={ms} />
          </div>
        )),
      )}
    </Stack>
  );
}
