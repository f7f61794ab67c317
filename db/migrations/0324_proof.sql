-- proof: the audit trail is sealed in commit order: a chain of keyed hashes, each over a row and the one before.

-- What a link is made of. A column added later is appended only where it has a value, so that earlier links still hold.
create function trail_leaf(a audit) returns bytea stable parallel safe language sql as $$
  select sha256(convert_to(jsonb_build_array(
    a.audit_idx, (extract(epoch from a.at) * 1000000)::bigint, a.actor, a.entity, a.entity_id, a.action, a.before, a.after,
    a.reason, a.request_id, a.act_idx, a.undoes, a.of_entity, a.of_id, a.part_of, a.undoes_some, a.approved_by, a.assistant,
    a.key_name
  )::text, 'UTF8'))
$$;

-- A transaction has its number before it takes one for a row: when all transactions before a moment have ended, all rows with
-- a number of before that moment are there.
create function number_before_trail() returns trigger language plpgsql as $$
begin
  perform pg_current_xact_id();
  return null;
end $$;
create trigger audit__order before insert on audit for each statement execute function number_before_trail();

create table trail_chain (
  chain_idx integer primary key default 1 constraint trail_chain__single_check check (chain_idx = 1),
  key bytea not null,
  rows bigint not null default 0,
  link bytea not null,
  sealed_at timestamptz,
  low bigint not null default 0,
  low_rows bigint not null default 0,
  mark bigint,
  mark_rows bigint,
  mark_xact xid8,
  pruned bigint not null default 0,
  pruned_proof bytea
);
comment on table trail_chain is 'Where the chain stands. All rows of the trail up to low are sealed; mark becomes low when all transactions before mark_xact have ended.';
comment on column trail_chain.key is 'Sealed with the secret of the installation.';
comment on column trail_chain.low_rows is 'Seals up to this number have no rows after low.';

create table trail_seal (
  rows bigint primary key,
  at timestamptz not null,
  idxs bigint[] not null,
  links bytea not null
);
comment on column trail_seal.rows is 'How many rows are sealed, with these.';

create table trail_amended (
  audit_idx bigint primary key,
  proof bytea not null
);
comment on table trail_amended is 'Rows in which a learner was erased after they were sealed.';

create table trail_outlet (
  outlet_idx integer primary key default 1 constraint trail_outlet__single_check check (outlet_idx = 1),
  cursor bigint not null default 0,
  claim uuid,
  claimed_until timestamptz,
  sent_at timestamptz,
  failing_since timestamptz,
  failures integer not null default 0,
  next_at timestamptz,
  problem text
);
comment on table trail_outlet is 'How far the receiver of the trail has it: cursor is a number of sealed rows.';
insert into trail_outlet default values;
