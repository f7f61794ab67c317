-- code: the links to the partners' pages of batches
create table code_link (
  link_idx integer not null generated always as identity,
  cg_idx integer not null,
  token_hash bytea not null,
  password_hash text,
  lang text not null,
  created_at timestamptz not null,
  created_by text,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  downloads integer not null default 0,
  constraint code_link_pkey primary key (link_idx),
  constraint code_link__token_key unique (token_hash),
  constraint code_link__cg_idx_fkey foreign key (cg_idx) references code_batch on delete cascade
);
create index code_link__cg_idx_idx on code_link (cg_idx, link_idx desc);
comment on table code_link is $$The links that open the page of one batch without an account. Of the token in a link only a hash is kept.$$;
