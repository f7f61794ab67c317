-- book: each EPUB is checked in the background; its report and what it says of its accessibility
create table epub_check (
  bidx integer not null,
  kind text not null default 'epub' constraint epub_check__kind_check check (kind = 'epub'),
  file_key text not null,
  status text not null constraint epub_check__status_check check (status in ('waiting', 'passed', 'warnings', 'failed')),
  requested_at timestamptz not null,
  checked_at timestamptz,
  tool text,
  messages jsonb not null default '[]',
  left_out integer not null default 0,
  previous jsonb,
  accessibility jsonb,
  constraint epub_check_pkey primary key (bidx),
  constraint epub_check__content_fkey foreign key (bidx, kind) references book_content (bidx, kind) on delete cascade
);
create index epub_check__status_idx on epub_check (status, requested_at);

insert into epub_check (bidx, file_key, status, requested_at)
select bidx, file_key, 'waiting', now() from book_content where kind = 'epub';
