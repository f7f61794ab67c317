-- collection: what is sold, its texts by locale, prices, contents and images
create table collection (
  cidx integer generated always as identity primary key,
  cid text not null constraint collection__cid_key unique,
  is_public text not null default 'X' constraint collection__is_public_check check (is_public in ('O', 'X')),
  exposed_type text not null default 'all'
    constraint collection__exposed_type_check check (exposed_type in ('all', 'web', 'mobile', 'lms')),
  -- shown for lms alone
  label text,
  ads_option text constraint collection__ads_option_check check (ads_option in ('public', 'members')),
  grp_idx integer constraint collection__grp_idx_fkey references age_group,
  cefr_level text,
  laura_support boolean not null default false,
  laura_only boolean not null default false,
  laura_book_monthly_quota integer not null default 0,
  -- guards the contents
  lock boolean not null default false,
  -- its place among the advertised ones, from 1; null if it is not advertised
  ads_place integer constraint collection__ads_place_key unique deferrable initially deferred,
  -- cid, label and every locale's title, folded for searching
  search text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  updated_by text,
  version integer not null default 1,
  constraint collection__laura_check check (laura_support or not laura_only and laura_book_monthly_quota = 0)
);
create index collection__search_idx on collection using gin (search gin_trgm_ops);
create index collection__grp_idx on collection (grp_idx);
create index collection__updated_idx on collection (updated_at desc, cidx desc);

-- collection: every cid ever given, since none is given twice
create table collection_cid (
  cid text constraint collection_cid__key primary key
);

create table collection_text (
  cidx integer not null constraint collection_text__cidx_fkey references collection on delete cascade,
  locale text not null constraint collection_text__locale_check check (locale in ('en', 'es', 'jp', 'ko', 'tr')),
  title text not null,
  summary text not null default '',
  notice text not null default '',
  description text not null default '',
  saved_at timestamptz not null,
  saved_by text,
  -- the version that saved them: a locale whose English has a later one is outdated
  saved_ver integer not null default 0,
  primary key (cidx, locale)
);

create table collection_price (
  cidx integer not null constraint collection_price__cidx_fkey references collection on delete cascade,
  display_order integer not null,
  currency text not null constraint collection_price__currency_check check (currency ~ '^[A-Z]{3}$'),
  price numeric not null constraint collection_price__price_check check (price >= 0),
  discounted_price numeric constraint collection_price__discounted_check check (discounted_price between 0 and price),
  -- days; 0 is for ever
  subscription_period integer not null default 0
    constraint collection_price__period_check check (subscription_period >= 0),
  primary key (cidx, display_order)
);

create table collection_content (
  cidx integer not null constraint collection_content__cidx_fkey references collection on delete cascade,
  ser_idx integer constraint collection_content__ser_idx_fkey references series,
  lev_idx integer constraint collection_content__lev_idx_fkey references level,
  bidx integer constraint collection_content__bidx_fkey references book,
  content_type text not null generated always as (
    case when ser_idx is not null then 'series' when lev_idx is not null then 'level' else 'book' end) stored,
  content_idx integer not null generated always as (coalesce(ser_idx, lev_idx, bidx)) stored,
  added_at timestamptz not null,
  constraint collection_content__one_check check (num_nonnulls(ser_idx, lev_idx, bidx) = 1),
  constraint collection_content__key primary key (cidx, content_type, content_idx)
);
create index collection_content__ser_idx on collection_content (ser_idx) where ser_idx is not null;
create index collection_content__lev_idx on collection_content (lev_idx) where lev_idx is not null;
create index collection_content__bidx_idx on collection_content (bidx) where bidx is not null;

-- collection: every image it ever had, so that a version can bring one back
create table collection_image (
  img_idx integer generated always as identity primary key,
  cidx integer not null constraint collection_image__cidx_fkey references collection on delete cascade,
  kind text not null constraint collection_image__kind_check check (kind in ('cover', 'thumb', 'list')),
  folder text not null constraint collection_image__folder_key unique,
  file_name text not null,
  width integer not null,
  height integer not null,
  size integer not null
);
create index collection_image__cidx_idx on collection_image (cidx);
alter table collection
  add column cover_img integer references collection_image on delete set null,
  add column thumb_img integer references collection_image on delete set null,
  add column list_img integer references collection_image on delete set null;
