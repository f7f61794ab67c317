-- assistant: keys of assistants, which read and propose
alter table api_key add column may text[];
comment on column api_key.may is $$What the key of an assistant may do: read, codes, learners, propose. It speaks for "created_by".$$;
alter table api_key drop constraint api_key__scope_check;
alter table api_key add constraint api_key__scope_check check (scope in ('read', 'redeem', 'vend', 'assistant'));
alter table api_key add constraint api_key__may_check
  check ((scope = 'assistant') = (may is not null) and may <@ array['read', 'codes', 'learners', 'propose']);

create table assistant_use (
  key_idx integer not null,
  minute timestamptz not null,
  calls integer not null,
  constraint assistant_use__key primary key (key_idx, minute)
);
comment on table assistant_use is $$How often the key of an assistant was used in a minute, for its limit.$$;
