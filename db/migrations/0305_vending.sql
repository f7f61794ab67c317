-- vending: codes that shops draw, one for each of their orders
alter table api_key drop constraint api_key__scope_check;
alter table api_key add constraint api_key__scope_check check (scope in ('read', 'redeem', 'vend'));
-- The last code of a batch can be returned.
alter table code_batch drop constraint code_batch__count_check;
alter table code_batch add constraint code_batch__count_check check (count between 0 and 1000000);

create table vend_key (
  key_idx integer constraint vend_key__key primary key
    constraint vend_key__key_idx_fkey references api_key on delete cascade,
  batches integer[] not null,
  quota integer not null,
  drawn integer not null default 0,
  constraint vend_key__quota_check check (drawn between 0 and quota)
);
comment on table vend_key is $$What an API key of the scope "vend" may draw: from which batches, in this order, and how many codes in all.$$;

create table code_order (
  ord_idx bigint generated always as identity constraint code_order__key primary key,
  at bigint not null,
  returned_at bigint not null default 0,
  key_idx integer not null,
  cg_idx integer not null,
  lot integer not null,
  asked integer not null default 1,
  price numeric not null,
  currency text not null,
  "order" text collate "C" not null,
  code text collate "C" not null constraint code_order__code_fkey references code on delete cascade,
  sold_by text not null,
  constraint code_order__order_key unique (key_idx, "order"),
  constraint code_order__code_key unique (code)
);
create index code_order__batch_idx on code_order (cg_idx, ord_idx);
create index code_order__drawn_idx on code_order (cg_idx, code);
create index code_order__at_idx on code_order (key_idx, at, ord_idx);
comment on table code_order is $$Codes that shops drew, each for one order number of one key, for ever: a revoked key leaves its orders. Times are in seconds; "asked" counts how often the order asked for its code.$$;
