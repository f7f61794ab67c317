import { z } from 'zod';

/** The fields of a schema, at any depth, that are declared deprecated: `.meta({ deprecated: true })`. */
export function deprecatedFields(schema: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  if (schema instanceof z.ZodType) collect(schema, found, new Set());
  return found;
}

function collect(schema: z.ZodType, found: Set<string>, seen: Set<z.ZodType>): void {
  if (seen.has(schema)) return;
  seen.add(schema);
  if (schema instanceof z.ZodObject) {
    for (const [name, field] of Object.entries<z.ZodType>(schema.shape)) {
      if (isDeprecated(field)) found.add(name);
      collect(field, found, seen);
    }
    return;
  }
  for (const inner of within(schema)) collect(inner, found, seen);
}

const isDeprecated = (field: z.ZodType): boolean =>
  field.meta()?.['deprecated'] === true || within(field).some((inner) => isDeprecated(inner));

/** What a list, an optional value or a choice is made of. */
function within(schema: z.ZodType): z.ZodType[] {
  const { innerType, element, options = [], in: from, out: to } = Object(schema.def);
  return [innerType, element, ...options, from, to].filter((one): one is z.ZodType => one instanceof z.ZodType);
}
