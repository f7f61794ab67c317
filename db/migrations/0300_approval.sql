-- approval: acts that wait for another person
create table approval (
  appr_idx integer generated always as identity constraint approval__key primary key,
  kind text not null,
  status text not null default 'waiting',
  call jsonb,
  entity text,
  entity_id text,
  title text not null,
  plan jsonb not null,
  digest text not null,
  planners text[] not null,
  created_at timestamptz not null,
  created_by text not null,
  changed_at timestamptz,
  decided_at timestamptz,
  decided_by text,
  message text,
  version integer not null default 1,
  constraint approval__status_check
    check (status in ('waiting', 'approved', 'applied', 'overridden', 'returned', 'withdrawn')),
  constraint approval__origin_check check ((call is null) = (entity is not null))
);
create unique index approval__set_key on approval (entity, entity_id)
  where entity is not null and status in ('waiting', 'approved', 'returned');
create index approval__open_idx on approval (appr_idx) where status in ('waiting', 'returned');
create index approval__created_idx on approval (created_at);

comment on table approval is $$Acts that need another person. What was planned was done in a transaction and taken back: "plan" tells it, "digest" recognizes it, and "call" does it again. A release or scheduled change is named instead; it is applied at its time, once nobody waits for approval.$$;
comment on column approval.kind is $$The rule of the setting "second_person" that it falls under.$$;
comment on column approval.planners is $$The IDs of everybody who has planned it since it was last approved: none of them may approve it.$$;
comment on column approval.message is $$Why it was sent back, or applied without another person.$$;

alter table audit add column approved_by text;
comment on column audit.approved_by is $$Who approved the act that the actor had planned.$$;

alter table release add column awaits integer;
alter table reservation add column awaits integer;
comment on column release.awaits is $$The approval without which it is not applied.$$;
comment on column reservation.awaits is $$The approval without which it is not applied.$$;
