import type { ApprovalRule } from '#kernel/desk/approvals.ts';
import type { SecondPerson } from './second-person.setting.ts';

/** What falls under rules, with the count that a rule limits. */
export type Counted = Partial<Record<ApprovalRule, number>>;

/** The rules that can be set, in the order of the page. */
export const settableRules = [
  'release',
  'codes_above',
  'records_above',
  'prices',
  'delete_collection',
  'proposals',
] as const satisfies readonly (keyof SecondPerson)[];
export type SettableRule = (typeof settableRules)[number];

/** What a limit begins with when it is turned on. */
export const usualLimits = { codes_above: 1000, records_above: 500 } as const;

/** The rule under which something needs another person, the first one of the page; undefined if it needs none. */
export function neededBy(setting: SecondPerson, counted: Counted): ApprovalRule | undefined {
  if (counted.second_person) return 'second_person';
  return settableRules.find((rule) => {
    const count = counted[rule] ?? 0;
    const value = setting[rule];
    return typeof value === 'number' ? count > value : value === true && count > 0;
  });
}

/** Whether a change of the setting lets something through that needed another person before. */
export const isLaxer = (before: SecondPerson, after: SecondPerson): boolean =>
  settableRules.some((rule) => {
    const [was, is] = [before[rule], after[rule]];
    if (typeof was === 'boolean') return was && !is;
    return was !== null && (is === null || Number(is) > was);
  });

/** Whether anything needs another person. */
export const isAnyOn = (setting: SecondPerson): boolean => settableRules.some((rule) => Boolean(setting[rule]));
