import { spreadWait } from '#kernel/jobs/waits.rules.ts';

/** The entity of mails in audit and change rows. */
export const mailEntity = 'mail';

export const mailHome = '/mail';
export const mailHref = (mailIdx: number | string) => `${mailHome}/${mailIdx}`;

export const mailStates = ['waiting', 'sent', 'failed', 'unsure'] as const;
export type MailState = (typeof mailStates)[number];

/** The groups of the list, in its order: what perhaps arrived stands with what failed. */
export type MailGroup = Exclude<MailState, 'unsure'>;

export const groupOf = (state: MailState): MailGroup => (state === 'unsure' ? 'failed' : state);

/** Why a mail was not sent, or not yet. */
export const mailReasons = [
  'unreachable',
  'unsafe',
  'login',
  'busy',
  'refused',
  'unanswered',
  'no_address',
  'disabled',
  'broken',
  'no_file',
  'file_gone',
  'link_over',
  'too_large',
] as const;
export type MailReason = (typeof mailReasons)[number];

/** Seconds from each failure to the next try: eight tries in a day. */
export const retrySeconds = [60, 300, 900, 3600, 3 * 3600, 6 * 3600, 12 * 3600] as const;

/** Seconds to the next try after so many; null after the last. */
export function secondsToTry(tries: number, chance = Math.random()): number | null {
  const wait = retrySeconds[tries - 1];
  return wait === undefined ? null : spreadWait(wait, chance);
}

/** How long mails are listed. Days. */
export const retentionDays = 30;

/** How many mails are sent again at once. */
export const mostAgain = 200;
