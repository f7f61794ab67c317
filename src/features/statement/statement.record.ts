import { customerKind } from '#features/customer/customer.public.ts';
import type { RecordDeclaration } from '#kernel/records/records.ts';
import { customerCodesPart } from './customer/customer-codes.routes.ts';
import { statementPart } from './monthly/statement.routes.ts';
import { listedCodes } from './warnings/listed-customers.read.ts';
import { findWarnings } from './warnings/warnings.read.ts';

/** Statements are no records of their own: they are read from batches, as part of their customer's pages. */
export const statementRecord: RecordDeclaration = {
  kind: 'statement',
  label: 'code.statement_tab',
  parts: [
    customerCodesPart,
    statementPart,
    { of: customerKind, warnings: (ctx, id) => findWarnings(ctx, Number(id)), listed: listedCodes },
  ],
};
