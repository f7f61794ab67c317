/** A row of the trail with its place in the chain. */
export interface SealedRow {
  /** Its number in the order in which the trail was sealed, from 1. */
  number: number;
  /** Hexadecimal. */
  link: string;
  audit_idx: number;
  /** Milliseconds. */
  at: number;
  actor: string | null;
  entity: string;
  entity_id: string;
  action: string;
  before: unknown;
  after: unknown;
  reason: string | null;
  request_id: string | null;
  act_idx: number | null;
  undoes: number | null;
  undoes_some: number | null;
  approved_by: string | null;
  assistant: string | null;
  key_name: string | null;
}

// https://schema.ocsf.io/1.1.0/classes/entity_management
const schemaVersion = '1.1.0';
const categoryUid = 3;
const classUid = 3004;
const informational = 1;
const user = 1;
const system = 3;

const activities: Readonly<Record<string, number>> = { created: 1, updated: 3, deleted: 4 };
const other = 99;

/** A row of the trail as an event of the Open Cybersecurity Schema Framework, class Entity Management. */
export function eventOf(row: SealedRow): object {
  const name = row.action.slice(row.action.lastIndexOf('.') + 1);
  const activity_id = activities[name] ?? other;
  const entity = { type: row.entity, uid: row.entity_id };
  return {
    metadata: {
      version: schemaVersion,
      product: { name: 'Library office', vendor_name: 'Library office' },
      log_name: 'audit',
      uid: String(row.audit_idx),
      sequence: row.number,
      ...(row.request_id !== null && { correlation_uid: row.request_id }),
    },
    category_uid: categoryUid,
    class_uid: classUid,
    activity_id,
    activity_name: activity_id === other ? row.action : name,
    type_uid: classUid * 100 + activity_id,
    severity_id: informational,
    time: row.at,
    actor: { user: row.actor === null ? { name: 'office', type_id: system } : { name: row.actor, type_id: user } },
    entity: { ...entity, ...(row.before !== null && { data: row.before }) },
    ...(row.after !== null && { entity_result: { ...entity, data: row.after } }),
    ...(row.reason !== null && { comment: row.reason }),
    unmapped: {
      action: row.action,
      act_idx: row.act_idx,
      undoes: row.undoes ?? row.undoes_some,
      approved_by: row.approved_by,
      assistant: row.assistant,
      key_name: row.key_name,
      trail: { rows: row.number, link: row.link },
    },
  };
}
