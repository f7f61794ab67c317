import type { PaletteHit } from '#kernel/desk/palette.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import type { Context } from '#kernel/work/context.ts';
import { codeForm, readCode, showCode } from '../code.rules.ts';
import { findCodeRow } from './code-list.read.ts';

const codeHref = (code: string): string => `/code?code=${encodeURIComponent(code)}`;

/** Search and links for codes outside their own screens: in the palette, the audit trail and histories. */
export function codeLinks({ palette, recordLinks }: Pick<Kernel, 'palette' | 'recordLinks'>): void {
  palette.add({ kind: 'code.kind', icon: 'code', find: findWhole });
  recordLinks.add({ entity: 'code', label: 'code.kind', href: codeHref });
  recordLinks.add({
    entity: 'code_act',
    label: 'code.kind_act',
    fields: {
      length: 'code.field_length_days',
      valid_until: 'code.field_valid_until',
      expired_date: 'code.field_expired_date',
      is_canceled: 'code.field_canceled',
    },
  });
}

/** Finds a complete code as typed; parts of codes match nothing. */
async function findWhole(ctx: Context, text: string): Promise<PaletteHit[]> {
  const code = readCode(text);
  const found = codeForm.test(code) ? await findCodeRow(ctx, code) : undefined;
  if (!found) return [];
  return [{ label: showCode(code), detail: `${found.collection} · ${found.customer}`, href: codeHref(code), id: text }];
}
