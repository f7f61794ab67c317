-- reservation: changes of collections that take effect by themselves at a time
create table reservation (
  res_idx integer generated always as identity primary key,
  -- stays when the collection goes; a cid is never given twice
  cid text not null,
  cidx integer constraint reservation__cidx_fkey references collection on delete set null,
  target text not null constraint reservation__target_check
    check (target in ('description', 'price', 'cover_img', 'thumb_img', 'list_img')),
  -- of a text
  locale text constraint reservation__locale_check check (locale in ('en', 'es', 'jp', 'ko', 'tr')),
  -- where the field is in the versions of the collection
  field text[] not null generated always as (case target
    when 'price' then array['prices']
    when 'description' then array['multi_lang_data', locale, 'description']
    else array['images', replace(target, '_img', '')] end) stored,
  -- a text, rows of prices, or the number of an image of the collection; null takes the image away
  value jsonb not null,
  -- the image came with the reservation, and goes with it
  has_image boolean not null default false,
  apply_at timestamptz not null,
  -- the time zone that the time was entered in
  zone text not null,
  -- the version of the collection that it was made for
  based_on integer not null,
  -- whoever decided so has seen what it replaces
  anyway boolean not null default false,
  -- the change of the same field before it, which it knows of
  follows integer constraint reservation__follows_fkey references reservation on delete set null,
  status text not null default 'scheduled' constraint reservation__status_check
    check (status in ('scheduled', 'applied', 'failed', 'cancelled')),
  -- why it failed: a message key and its values
  problem jsonb,
  applied_version integer,
  -- when it was applied, failed or was cancelled
  ended_at timestamptz,
  created_at timestamptz not null,
  created_by text,
  updated_at timestamptz not null,
  updated_by text,
  version integer not null default 1,
  constraint reservation__text_check check ((target = 'description') = (locale is not null))
);
create index reservation__waiting_idx on reservation (cid, field, apply_at, res_idx) where status = 'scheduled';
create index reservation__failed_idx on reservation (ended_at) where status = 'failed';
create index reservation__apply_at_idx on reservation (apply_at, res_idx);
create index reservation__cidx_idx on reservation (cidx);
create index reservation__follows_idx on reservation (follows) where follows is not null;
