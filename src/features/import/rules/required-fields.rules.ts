import { importMessages } from '../import.messages.ts';

/** Rejects a choice that names an unknown field, names a field twice, or lacks a required one. */
export function requireFields(
  known: readonly { name: string; required: boolean }[],
  chosen: readonly (string | null)[],
): void {
  for (const [index, name] of chosen.entries()) {
    if (name === null) continue;
    const at = { field: `fields.${index}` };
    if (!known.some((field) => field.name === name))
      throw importMessages.errorWith(422, 'import.unknown_field', at, { name });
    if (chosen.indexOf(name) !== index) throw importMessages.errorWith(422, 'import.column_twice', at, { name });
  }
  const missing = known.filter(({ name, required }) => required && !chosen.includes(name)).map(({ name }) => name);
  if (missing.length > 0)
    throw importMessages.errorWith(422, 'import.columns_missing', { field: 'fields' }, { names: missing.join(', ') });
}
