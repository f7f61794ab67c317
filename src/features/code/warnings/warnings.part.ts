import { customerKind } from '#features/customer/customer.public.ts';
import type { RecordPart } from '#kernel/records/record-parts.ts';
import { listedCodes } from './listed-customers.read.ts';
import { findWarnings } from './warnings.read.ts';

/** What staff should know of a customer's codes, on its page and in the list of customers. */
export const customerWarningsPart: RecordPart = {
  of: customerKind,
  warnings: (ctx, id) => findWarnings(ctx, Number(id)),
  listed: listedCodes,
};
