-- kernel: answers of calls that were sent with an Idempotency-Key; see kernel/http/idempotency
create table idempotency (
  caller text not null,
  key text not null,
  -- what was asked: call, path, query and body
  request_hash bytea not null,
  -- null only inside the transaction that does the work
  answer jsonb,
  at timestamptz not null,
  constraint idempotency__key primary key (caller, key)
);
create index idempotency__at_idx on idempotency (at);
