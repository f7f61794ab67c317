-- code: lots, codes withdrawn by a lowered quantity or a replacement, and the deliveries of codes
alter table code
  add column lot integer not null default 1,
  add column withdrawn boolean not null default false,
  add constraint code__withdrawn_check check (not withdrawn or (is_canceled > 0 and activated_date = 0));

create table code_lot (
  cg_idx integer not null,
  lot integer not null,
  issued integer not null,
  issued_at timestamptz not null,
  issued_by text,
  constraint code_lot__key primary key (cg_idx, lot),
  constraint code_lot__cg_idx_fkey foreign key (cg_idx) references code_batch on delete cascade,
  constraint code_lot__issued_check check (issued >= 1)
);
comment on table code_lot is $$The first issue of a batch and each raise, from 1: how many codes it has ever had, when, and who issued them.$$;

create table code_delivery (
  del_idx integer not null generated always as identity,
  cg_idx integer not null,
  at timestamptz not null,
  "by" text,
  "to" text not null,
  "as" text not null,
  filter jsonb not null default '{}',
  codes integer not null,
  constraint code_delivery_pkey primary key (del_idx),
  constraint code_delivery__cg_idx_fkey foreign key (cg_idx) references code_batch on delete cascade,
  constraint code_delivery__codes_check check (codes >= 1)
);
create index code_delivery__cg_idx_idx on code_delivery (cg_idx, at desc, del_idx desc);
comment on table code_delivery is $$Each file of codes of a batch that left the house: who took it out, to whom, and how many codes of which filter.$$;

create table code_delivery_lot (
  del_idx integer not null,
  lot integer not null,
  codes integer not null,
  constraint code_delivery_lot__key primary key (del_idx, lot),
  constraint code_delivery_lot__del_idx_fkey foreign key (del_idx) references code_delivery on delete cascade,
  constraint code_delivery_lot__codes_check check (codes >= 1)
);
