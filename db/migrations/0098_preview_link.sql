-- portal: the links to previews that can be opened. One that is revoked is deleted; one whose time is over, when the next is
-- made
create table preview_link (
  link_idx integer generated always as identity constraint preview_link__key primary key,
  -- what it shows, and as of when: seconds, 0 is whenever it is opened
  of_entity text not null,
  of_id text not null,
  shown_at bigint not null,
  ends_at timestamptz not null,
  created_at timestamptz not null,
  created_by text
);
create index preview_link__of_idx on preview_link (of_entity, of_id);
create index preview_link__ends_idx on preview_link (ends_at);
