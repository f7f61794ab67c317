import { type RawBuilder, sql } from 'kysely';

interface FieldSince {
  /** The entity of its versions. */
  entity: string;
  id: RawBuilder<unknown>;
  /** The number of the version to start from. */
  since: RawBuilder<unknown>;
  /** The path of the field in a version's state, as an array of text. */
  path: RawBuilder<unknown>;
}

/**
 * How one field of a versioned record has changed since a version, for a lateral join: yields `was` and `now` as jsonb,
 * null where there is no value, and who last changed it and when (`changed_by`, `changed_at`). It reads only versions
 * that changed the part containing the field.
 */
export const fieldSince = ({ entity, id, since, path }: FieldSince): RawBuilder<unknown> => sql`(
  select
    n.state #> ${path} as now,
    case when c.times > 0 then c.first else n.state #> ${path} end as was,
    c.changed_by, c.changed_at
  from versioned n, lateral (
    select count(*) as times, (array_agg(d.before order by d.ver_idx, d.nth))[1] as first,
      (array_agg(d.actor order by d.ver_idx desc))[1] as changed_by, max(d.at) as changed_at
    from (
      select v.ver_idx, v.actor, v.at, e.nth, (e.change -> 'before') #> (${path})[cardinality(p.path) + 1:] as before
      from version v, jsonb_array_elements(v.changes) with ordinality as e (change, nth),
        lateral (select array(select jsonb_array_elements_text(e.change -> 'path')) as path) p
      where v.entity = n.entity and v.entity_id = n.entity_id and v.ver_idx > ${since}
        and v.summary ? array_to_string((${path})[1:2], '.') and (${path})[1:cardinality(p.path)] = p.path
    ) d
  ) c
  where n.entity = ${sql.lit(entity)} and n.entity_id = ${id})`;
