-- content: what was found in an EPUB that no book has is stored as for one that a book has
create table kept_epub_check (
  file_key text not null,
  status text not null constraint kept_epub_check__status_check check (status in ('waiting', 'passed', 'warnings', 'failed')),
  requested_at timestamptz not null,
  checked_at timestamptz,
  tool text,
  messages jsonb not null default '[]',
  left_out integer not null default 0,
  accessibility jsonb,
  constraint kept_epub_check__key primary key (file_key),
  constraint kept_epub_check__file_key_fkey foreign key (file_key) references kept_content (file_key) on delete cascade
);
create index kept_epub_check__status_idx on kept_epub_check (status, requested_at);

insert into kept_epub_check (file_key, status, requested_at, checked_at, tool, messages, left_out, accessibility)
select k.file_key, coalesce(k.epub_check ->> 'status', 'waiting'), k.uploaded_at,
  to_timestamp((k.epub_check ->> 'checked_at')::bigint), k.epub_check ->> 'tool',
  coalesce(k.epub_check -> 'messages', '[]'), coalesce((k.epub_check ->> 'left_out')::integer, 0),
  nullif(k.epub_check -> 'accessibility', 'null')
from kept_content k where k.kind = 'epub';
comment on column kept_content.epub_check is $$No longer used: see kept_epub_check. Dropped one release later.$$;
