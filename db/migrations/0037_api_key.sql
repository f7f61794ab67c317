-- kernel: keys that programs call with; see kernel/auth/api-keys
create table api_key (
  key_idx integer generated always as identity primary key,
  name text not null,
  scope text not null constraint api_key__scope_check check (scope in ('read', 'redeem')),
  key_hash bytea not null constraint api_key__hash_key unique,
  -- how the key begins, to tell it from others
  prefix text not null,
  created_at timestamptz not null,
  created_by text,
  -- null: it does not expire
  expires_at timestamptz,
  last_used_at timestamptz
);
