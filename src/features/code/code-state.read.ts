import { type RawBuilder, sql } from 'kysely';
import type { CodeState } from './code-state.rules.ts';

/**
 * The filters of codes by state: the states themselves, of cancelled codes those that were withdrawn and those that were
 * not, all that were not withdrawn (the quantity), and staff's terms for several states together.
 */
export const codeStatuses = [
  'issued',
  'active',
  'expired',
  'canceled',
  'canceled_only',
  'withdrawn',
  'quantity',
  'valid',
  'invalid',
  'activated',
  'unactivated',
] as const;
export type CodeStatus = (typeof codeStatuses)[number];

/** The condition that codes `c` are in a state at a time, in seconds; see stateOf. */
export function isInState(status: CodeStatus, now: number): RawBuilder<boolean> {
  const uncancelled = sql`c.is_canceled = 0`;
  const ended = sql`c.ends_at > 0 and c.ends_at <= ${now}`;
  const running = sql`(c.ends_at = 0 or c.ends_at > ${now})`;
  const conditions: Record<CodeStatus, RawBuilder<boolean>> = {
    canceled: sql`c.is_canceled > 0`,
    canceled_only: sql`c.is_canceled > 0 and not c.withdrawn`,
    withdrawn: sql`c.withdrawn`,
    quantity: sql`not c.withdrawn`,
    expired: sql`${uncancelled} and ${ended}`,
    active: sql`${uncancelled} and c.activated_date > 0 and ${running}`,
    issued: sql`${uncancelled} and c.activated_date = 0 and ${running}`,
    valid: sql`${uncancelled} and c.activated_date = 0 and ${running}`,
    invalid: sql`(c.is_canceled > 0 or ${ended})`,
    activated: sql`c.activated_date > 0`,
    unactivated: sql`c.activated_date = 0`,
  };
  return conditions[status];
}

/** The state of codes `c` at a time, as a column. */
export const stateColumn = (now: number): RawBuilder<CodeState> => sql<CodeState>`
  case when c.is_canceled > 0 then 'canceled' when c.ends_at > 0 and c.ends_at <= ${now} then 'expired'
    when c.activated_date > 0 then 'active' else 'issued' end`;
