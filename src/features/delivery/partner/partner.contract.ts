import { z } from 'zod';
import { type Locale, parseLocale } from '#kernel/messages/locale.ts';
import { deliveryForms } from '../file/delivery.contract.ts';
import { printLayouts } from '../print/print.rules.ts';

export const PartnerParams = z.object({ token: z.string().max(200) });

/** The language chosen at the top of the page; without a choice, that of the link. */
const lang = z
  .string()
  .max(10)
  .optional()
  .transform((text): Locale | undefined => parseLocale(text));

export const PartnerQuery = z.object({ lang, page: z.coerce.number().int().min(1).max(1_000_000).catch(1) });

export const PartnerFileQuery = z.object({
  lang,
  as: z.enum(deliveryForms).default('csv'),
  layout: z.enum(printLayouts).default('cards'),
  of: z.enum(['unused', 'all']).default('unused'),
});

export const PasswordBody = z.object({ password: z.string().max(200).default('') });

export interface PartnerRoute {
  Params: z.output<typeof PartnerParams>;
  Querystring: z.output<typeof PartnerFileQuery> & z.output<typeof PartnerQuery>;
  Body: z.output<typeof PasswordBody>;
}
