-- fault: faults that staff say are meant, by kind and record: until what the fault was about changes, or for good
create table fault_dismissed (
  fault text not null,
  record_id text not null,
  digest text,
  reason text not null,
  act_idx bigint not null,
  at timestamptz not null,
  by text,
  constraint fault_dismissed__key primary key (fault, record_id)
);
comment on column fault_dismissed.digest is 'Of what the fault was about; null if the record may have it for good.';

create index fault_dismissed__act_idx on fault_dismissed (act_idx);
