import { z } from 'zod';
import { type Setting, settingEntity } from '#kernel/desk/settings.ts';

// A limit of zero would mean every act.
const limit = z
  .int('approval.limit')
  .min(1, 'approval.limit')
  .max(1_000_000_000, 'approval.limit')
  .nullable()
  .default(null);
const isOn = z.boolean().default(false);

const SecondPerson = z.strictObject({
  /** Applying a release, at its time too. */
  release: isOn,
  /** Issuing more codes than this with one act. */
  codes_above: limit,
  /** Acts on more records than this. */
  records_above: limit,
  prices: isOn,
  delete_collection: isOn,
  /** What assistants propose. */
  proposals: isOn,
});
export type SecondPerson = z.output<typeof SecondPerson>;

export const secondPersonHref = '/approval/second-person';

/** Which acts need another person; off until somebody turns it on. */
export const secondPerson: Setting<SecondPerson> = {
  key: 'second_person',
  group: 'staff',
  initial: SecondPerson.parse({}),
  label: 'approval.second_person',
  help: 'approval.second_person_help',
  schema: SecondPerson,
  control: { kind: 'page', href: secondPersonHref },
};

export const isSecondPerson = ({ entity, id }: { entity: string; id: string | number }): boolean =>
  entity === settingEntity && id === secondPerson.key;
