import type { CompiledQuery } from 'kysely';
import type { CopySource } from './copy-source.ts';

/** How a statement is sent. */
export interface Sending {
  /** It ends its transaction, so `commit` is sent with it; see last-statement.ts. */
  isLast?: boolean;
  /** Its plan is the same for any values; see generic-plan.ts. */
  isGeneric?: boolean;
  /** It is COPY, of these lines. */
  copy?: CopySource;
  /** It stands for these, each of which is answered on its own; see sent-together.ts. */
  together?: readonly CompiledQuery[];
}

interface SentQuery<Row> extends CompiledQuery<Row> {
  readonly sending: Sending;
}

/** A query that is sent in a special way. */
export const sentAs = <Row>(query: CompiledQuery<Row>, sending: Sending): SentQuery<Row> => ({ ...query, sending });

const isSent = <Row>(query: CompiledQuery<Row>): query is SentQuery<Row> => 'sending' in query;

export const sendingOf = (query: CompiledQuery): Sending => (isSent(query) ? query.sending : {});
