/** How named statements are planned: `auto` takes a generic plan after a few uses, unless it costs more than new ones. */
type PlanMode = 'auto' | 'force_custom_plan';

// Undefined means the setting of the session (pooler.ts); unknown is that of a transaction that was rolled back.
const modes = new WeakMap<object, PlanMode | 'unknown'>();

/** What to send before a statement so that it gets the right kind of plan; nothing if the connection is in that mode. */
export function planModeBefore(client: object, isGeneric: boolean, values: readonly unknown[]): string | undefined {
  // Without values, a plan is generic in either mode.
  if (isGeneric && values.length === 0) return undefined;
  const wanted = isGeneric ? 'auto' : 'force_custom_plan';
  if ((modes.get(client) ?? 'force_custom_plan') === wanted) return undefined;
  modes.set(client, wanted);
  return `set plan_cache_mode = ${wanted}`;
}

/** A rollback takes the mode back to what it was before. */
export function forgetPlanMode(client: object): void {
  if (modes.has(client)) modes.set(client, 'unknown');
}
