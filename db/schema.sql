-- Every table with its columns, constraints, indexes and triggers, after all migrations, by the feature that owns it.
-- For reading only: `npm run generate` writes it and `npm run check` compares it; what runs is db/migrations.


-- ── kernel

-- The rows of a record that an act deleted, by table: the record itself, and what belonged to it. The undo of the act inserts them again.
create table act_part (
  act_idx bigint not null,
  entity text not null,
  record_id text not null,
  part text not null,
  rows jsonb not null,
  constraint act_part__key PRIMARY KEY (act_idx, entity, record_id, part)
);

create table act_record (
  act_idx bigint not null,
  entity text not null,
  record_id text not null,
  before jsonb,
  after jsonb,
  undo jsonb,
  constraint act_record_pkey PRIMARY KEY (entity, record_id, act_idx)
);
CREATE INDEX act_record__act_idx ON act_record (act_idx);

create table api_key (
  key_idx integer not null generated always as identity,
  name text not null,
  scope text not null,
  key_hash bytea not null,
  prefix text not null,
  created_at timestamp with time zone not null,
  created_by text,
  expires_at timestamp with time zone,
  last_used_at timestamp with time zone,
  may text[],
  constraint api_key__hash_key UNIQUE (key_hash),
  constraint api_key_pkey PRIMARY KEY (key_idx),
  constraint api_key__may_check CHECK ((((scope = 'assistant'::text) = (may IS NOT NULL)) AND (may <@ ARRAY['read'::text, 'codes'::text, 'learners'::text, 'propose'::text]))),
  constraint api_key__scope_check CHECK ((scope = ANY (ARRAY['read'::text, 'redeem'::text, 'vend'::text, 'assistant'::text, 'staff'::text]))),
  constraint api_key__staff_check CHECK (((scope <> 'staff'::text) OR (created_by IS NOT NULL)))
);

create table audit (
  audit_idx bigint not null generated always as identity,
  at timestamp with time zone not null,
  actor text,
  entity text not null,
  entity_id text not null,
  action text not null,
  before jsonb,
  after jsonb,
  reason text,
  request_id text,
  act_idx bigint,
  undoes bigint,
  of_entity text,
  of_id text,
  part_of bigint,
  undoes_some bigint,
  approved_by text,
  assistant text,
  key_name text,
  constraint audit_pkey PRIMARY KEY (audit_idx)
);
CREATE INDEX audit__act_idx ON audit (act_idx);
CREATE INDEX audit__action_idx ON audit (action, audit_idx DESC);
CREATE INDEX audit__actor_idx ON audit (actor, audit_idx DESC);
CREATE INDEX audit__at_idx ON audit (at);
CREATE INDEX audit__entity_idx ON audit (entity, entity_id, audit_idx DESC);
CREATE INDEX audit__of_idx ON audit (of_entity, of_id, audit_idx DESC) WHERE (of_id IS NOT NULL);
CREATE INDEX audit__part_of_idx ON audit (part_of) WHERE (part_of IS NOT NULL);
CREATE UNIQUE INDEX audit__undoes_idx ON audit (undoes) WHERE (undoes IS NOT NULL);
CREATE INDEX audit__undoes_some_idx ON audit (undoes_some) WHERE (undoes_some IS NOT NULL);
CREATE TRIGGER audit__order BEFORE INSERT ON audit FOR EACH STATEMENT EXECUTE FUNCTION number_before_trail();
CREATE TRIGGER audit__part_by_reason BEFORE INSERT ON audit FOR EACH ROW WHEN (((new.part_of IS NULL) AND (new.undoes IS NULL) AND (new.entity <> 'release'::text) AND starts_with(new.reason, 'Release '::text))) EXECUTE FUNCTION part_by_reason();

create table bulk_work (
  work_idx integer not null generated always as identity,
  name text not null,
  asked jsonb not null,
  status text not null default 'waiting'::text,
  changed integer,
  problem jsonb,
  asked_by text,
  asked_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  act_idx bigint,
  href text,
  constraint bulk_work_pkey PRIMARY KEY (work_idx),
  constraint bulk_work__status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'done'::text, 'failed'::text])))
);

create table change (
  change_idx bigint not null generated always as identity,
  xact xid8 not null default pg_current_xact_id(),
  kind text not null,
  id text,
  at timestamp with time zone not null,
  actor text,
  numbered_at timestamp with time zone not null default clock_timestamp(),
  tab text,
  constraint change_pkey PRIMARY KEY (change_idx)
);
CREATE INDEX change__kind_idx ON change (kind, change_idx DESC) INCLUDE (numbered_at);
CREATE INDEX change__record_idx ON change (kind, COALESCE(id, ''::text), change_idx DESC) INCLUDE (numbered_at);
CREATE INDEX change__xact_idx ON change (xact, change_idx);
CREATE TRIGGER change__notify AFTER INSERT ON change FOR EACH STATEMENT EXECUTE FUNCTION notify_change();
CREATE TRIGGER change__order BEFORE INSERT ON change FOR EACH STATEMENT EXECUTE FUNCTION hold_change_order();

create table change_epoch (
  single boolean not null default true,
  epoch text not null,
  home text not null,
  pruned_idx bigint not null default 0,
  constraint change_epoch_pkey PRIMARY KEY (single),
  constraint change_epoch__single_check CHECK (single)
);

create table change_epoch_past (
  epoch text not null,
  last_idx bigint not null,
  constraint change_epoch_past_pkey PRIMARY KEY (epoch)
);

create table due (
  kind text not null,
  key text not null,
  at timestamp with time zone not null,
  constraint due__key PRIMARY KEY (kind, key)
);
CREATE INDEX due__at_idx ON due (at);

create table editing (
  kind text not null,
  record_id text not null,
  form uuid not null,
  staff_id text not null,
  since timestamp with time zone not null,
  until timestamp with time zone not null,
  closed boolean not null default false,
  constraint editing_pkey PRIMARY KEY (kind, record_id, form)
);

create table idempotency (
  caller text not null,
  key text not null,
  request_hash bytea not null,
  answer jsonb,
  at timestamp with time zone not null,
  constraint idempotency__key PRIMARY KEY (caller, key)
);
CREATE INDEX idempotency__at_idx ON idempotency (at);

create table job_progress (
  job_key text not null,
  done integer not null,
  total integer not null,
  cancel_requested boolean not null default false,
  updated_at timestamp with time zone not null,
  ahead integer not null default 0,
  shown json,
  constraint job_progress_pkey PRIMARY KEY (job_key)
);

-- A file that an act took from its record, one of so many that it stays at its address: for a day the sweep leaves it to the undo of the act.
create table left_file (
  file_key text not null,
  left_at timestamp with time zone not null,
  constraint left_file__key PRIMARY KEY (file_key)
);
CREATE INDEX left_file__at_idx ON left_file (left_at);

-- An image that an act took from its record. For a day its files are kept, and an undo of the act finds here what it needs.
create table left_image (
  folder text not null,
  file_name text not null,
  width integer not null,
  height integer not null,
  size integer not null,
  left_at timestamp with time zone not null,
  digest text,
  constraint left_image__key PRIMARY KEY (folder)
);
CREATE INDEX left_image__at_idx ON left_image (left_at);

-- One row for each kind that has been removed up to a number, such as effects up to an act.
create table retention (
  kind text not null,
  pruned_idx bigint not null,
  constraint retention__key PRIMARY KEY (kind)
);

create table saved_view (
  view_idx integer not null generated always as identity,
  staff_idx integer not null,
  list text not null,
  name text not null,
  query jsonb not null,
  constraint saved_view__name_key UNIQUE (staff_idx, list, name),
  constraint saved_view_pkey PRIMARY KEY (view_idx),
  constraint saved_view_staff_idx_fkey FOREIGN KEY (staff_idx) REFERENCES staff(staff_idx) ON DELETE CASCADE
);

-- In whose menu a saved view stands.
-- "looked" is how many rows it had when that person last opened it; null if they have not yet.
create table saved_view_reader (
  staff_idx integer not null,
  view_idx integer not null,
  looked integer,
  constraint saved_view_reader__key PRIMARY KEY (staff_idx, view_idx),
  constraint saved_view_reader__staff_idx_fkey FOREIGN KEY (staff_idx) REFERENCES staff(staff_idx) ON DELETE CASCADE,
  constraint saved_view_reader__view_idx_fkey FOREIGN KEY (view_idx) REFERENCES saved_view(view_idx) ON DELETE CASCADE
);
CREATE INDEX saved_view_reader__view_idx ON saved_view_reader (view_idx);

create table setting (
  key text not null,
  value jsonb not null,
  constraint setting_pkey PRIMARY KEY (key)
);

create table sheet_heading (
  sheet text not null,
  heading text not null,
  field text,
  constraint sheet_heading_pkey PRIMARY KEY (sheet, heading)
);

create table version (
  ver_idx integer not null generated always as identity,
  entity text not null,
  entity_id text not null,
  at timestamp with time zone not null,
  actor text,
  reason text,
  memo text not null default ''::text,
  restores integer,
  changes jsonb not null,
  memo_version integer not null default 1,
  summary jsonb not null default '{}'::jsonb,
  number integer not null default 0,
  constraint version_pkey PRIMARY KEY (ver_idx)
);
CREATE INDEX version__entity_idx ON version (entity, entity_id, ver_idx DESC);
CREATE TRIGGER version__numbered BEFORE INSERT ON version FOR EACH ROW EXECUTE FUNCTION version_numbered();

create table versioned (
  entity text not null,
  entity_id text not null,
  ver_idx integer not null,
  state jsonb not null,
  constraint versioned__key PRIMARY KEY (entity, entity_id)
);

CREATE FUNCTION change_home()
 RETURNS text
 LANGUAGE sql
AS $function$
  select concat_ws(':',
    (select system_identifier from pg_control_system()),
    left(pg_walfile_name(pg_current_wal_lsn()), 8),
    (select oid from pg_database where datname = current_database()),
    'change'::regclass::oid)
$function$;

CREATE FUNCTION follow_promotion()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  here text[] := string_to_array(change_home(), ':');
begin
  perform pg_advisory_xact_lock(7202612);
  insert into change_epoch_past (epoch, last_idx)
  select epoch, greatest(pruned_idx, (select max(change_idx) from change))
  from change_epoch, string_to_array(home, ':') as there
  where there[1] = here[1] and there[2] < here[2] and there[3:4] = here[3:4];
  if found then
    update change_epoch set epoch = left(gen_random_uuid()::text, 8), home = array_to_string(here, ':');
  end if;
end $function$;

CREATE FUNCTION hold_change_order()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_advisory_xact_lock(7202612);
  if exists (select from change_epoch where split_part(home, ':', 2) < left(pg_walfile_name(pg_current_wal_lsn()), 8)) then
    perform follow_promotion();
  end if;
  return null;
end $function$;

CREATE FUNCTION notify_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('change', '');
  return null;
end $function$;

CREATE FUNCTION strip(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN replace(regexp_replace(translate(lower(NORMALIZE(translate(value, '´ㆍ'::text, ''''''::text), NFKD)), 'ı'::text, 'i'::text), '[̀-ͯ''`ʹʼʻ‘’‛′\-‐‑‒–—―−·・­᠎​-‏‪-‮⁠-⁯︎️﻿]'::text, ''::text, 'g'::text), '&'::text, 'and'::text);

CREATE FUNCTION version_numbered()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.number = 0 then
    new.number := 1 + coalesce((
      select v.number from version v where v.entity = new.entity and v.entity_id = new.entity_id
      order by v.ver_idx desc limit 1), 0);
  end if;
  return new;
end $function$;

-- ── staff

create table login_failure (
  failure_idx bigint not null generated always as identity,
  key text not null,
  at timestamp with time zone not null,
  constraint login_failure_pkey PRIMARY KEY (failure_idx)
);
CREATE INDEX login_failure__at_idx ON login_failure (at);
CREATE INDEX login_failure__key_idx ON login_failure (key, at);

-- The public keys with which accounts sign in without a password. rp_id is the host name they are for.
create table passkey (
  key_idx integer not null generated always as identity,
  staff_idx integer not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  rp_id text not null,
  name text not null,
  synced boolean not null,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone,
  copied_at timestamp with time zone,
  version integer not null default 1,
  constraint passkey__credential_key UNIQUE (credential_id),
  constraint passkey__key PRIMARY KEY (key_idx),
  constraint passkey__staff_fk FOREIGN KEY (staff_idx) REFERENCES staff(staff_idx) ON DELETE CASCADE
);
CREATE INDEX passkey__staff_idx ON passkey (staff_idx);

create table recovery_code (
  staff_idx integer not null,
  code_hash bytea not null,
  constraint recovery_code_pkey PRIMARY KEY (staff_idx, code_hash),
  constraint recovery_code_staff_idx_fkey FOREIGN KEY (staff_idx) REFERENCES second_factor(staff_idx) ON DELETE CASCADE
);

create table second_factor (
  staff_idx integer not null,
  secret bytea not null,
  last_step integer not null,
  created_at timestamp with time zone not null,
  constraint second_factor_pkey PRIMARY KEY (staff_idx),
  constraint second_factor_staff_idx_fkey FOREIGN KEY (staff_idx) REFERENCES staff(staff_idx) ON DELETE CASCADE
);

create table session (
  token_hash bytea not null,
  session_id text not null,
  staff_idx integer not null,
  created_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  address text not null,
  agent text not null,
  wrote_at timestamp with time zone,
  provider_log_out bytea,
  constraint session__session_id_key UNIQUE (session_id),
  constraint session_pkey PRIMARY KEY (token_hash),
  constraint session_staff_idx_fkey FOREIGN KEY (staff_idx) REFERENCES staff(staff_idx) ON DELETE CASCADE
);
CREATE INDEX session__staff_idx ON session (staff_idx);

create table sign_in_attempt (
  state_hash bytea not null,
  browser_hash bytea not null,
  nonce text not null,
  verifier text not null,
  next text not null,
  staff_idx integer,
  created_at timestamp with time zone not null,
  constraint sign_in_attempt_pkey PRIMARY KEY (state_hash),
  constraint sign_in_attempt_staff_idx_fkey FOREIGN KEY (staff_idx) REFERENCES staff(staff_idx) ON DELETE CASCADE
);
CREATE INDEX sign_in_attempt__created_idx ON sign_in_attempt (created_at);
CREATE INDEX sign_in_attempt__staff_idx ON sign_in_attempt (staff_idx);

-- Challenges of passkeys that were answered: each counts once, until it expires.
create table spent_challenge (
  challenge_hash bytea not null,
  until timestamp with time zone not null,
  constraint spent_challenge__key PRIMARY KEY (challenge_hash)
);
CREATE INDEX spent_challenge__until_idx ON spent_challenge (until);

create table staff (
  staff_idx integer not null generated always as identity,
  staff_id text not null,
  name text not null,
  password_hash text,
  is_admin boolean not null,
  disabled_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  version integer not null default 1,
  constraint staff__staff_id_key UNIQUE (staff_id),
  constraint staff_pkey PRIMARY KEY (staff_idx)
);
CREATE UNIQUE INDEX staff__staff_id_lower_key ON staff (lower(staff_id));

-- The browsers that an account logged in with, by their short names: its owner is mailed about a new one.
create table staff_device (
  staff_idx integer not null,
  name text not null,
  seen_at timestamp with time zone not null,
  constraint staff_device__key PRIMARY KEY (staff_idx, name),
  constraint staff_device__staff_fk FOREIGN KEY (staff_idx) REFERENCES staff(staff_idx) ON DELETE CASCADE
);

create table staff_identity (
  issuer text not null,
  subject text not null,
  staff_idx integer not null,
  created_at timestamp with time zone not null,
  constraint staff_identity__staff_key UNIQUE (staff_idx),
  constraint staff_identity__pkey PRIMARY KEY (issuer, subject),
  constraint staff_identity_staff_idx_fkey FOREIGN KEY (staff_idx) REFERENCES staff(staff_idx) ON DELETE CASCADE
);

-- The link of an account that sets its password, once. A newer one takes its place; a changed password ends it.
create table staff_link (
  staff_idx integer not null,
  token_hash bytea not null,
  until timestamp with time zone not null,
  constraint staff_link__token_key UNIQUE (token_hash),
  constraint staff_link__key PRIMARY KEY (staff_idx),
  constraint staff_link__staff_fk FOREIGN KEY (staff_idx) REFERENCES staff(staff_idx) ON DELETE CASCADE
);

-- Where an account gets mail, in which language, and the kinds that its owner chose or declined: {kind: boolean}.
create table staff_mail (
  staff_idx integer not null,
  address text not null,
  locale text not null,
  choices jsonb not null default '{}'::jsonb,
  version integer not null default 1,
  constraint staff_mail__key PRIMARY KEY (staff_idx),
  constraint staff_mail__staff_fk FOREIGN KEY (staff_idx) REFERENCES staff(staff_idx) ON DELETE CASCADE,
  constraint staff_mail__address_check CHECK ((length(address) <= 254))
);

-- The mail address that an account is to get, until its link is opened, once. Only the link of the mail that left last works; a changed password or address ends it.
create table staff_new_address (
  staff_idx integer not null,
  address text not null,
  token_hash bytea,
  until timestamp with time zone,
  constraint staff_new_address__token_key UNIQUE (token_hash),
  constraint staff_new_address__key PRIMARY KEY (staff_idx),
  constraint staff_new_address__staff_fk FOREIGN KEY (staff_idx) REFERENCES staff(staff_idx) ON DELETE CASCADE,
  constraint staff_new_address__address_check CHECK (((length(address) >= 1) AND (length(address) <= 254))),
  constraint staff_new_address__link_check CHECK (((token_hash IS NULL) = (until IS NULL)))
);

-- ── agegroup

create table age_group (
  grp_idx integer not null generated always as identity,
  title text not null,
  version integer not null default 1,
  constraint age_group__title_key UNIQUE (title),
  constraint age_group_pkey PRIMARY KEY (grp_idx)
);

-- ── category

create table category (
  cat_idx integer not null generated always as identity,
  title text not null,
  version integer not null default 1,
  constraint category__title_key UNIQUE (title),
  constraint category_pkey PRIMARY KEY (cat_idx)
);

-- ── series

create table level (
  lev_idx integer not null generated always as identity,
  ser_idx integer not null,
  title text not null,
  position integer not null,
  version integer not null default 1,
  constraint level__lev_idx_ser_idx_key UNIQUE (lev_idx, ser_idx),
  constraint level__ser_idx_position_key UNIQUE (ser_idx, "position") DEFERRABLE INITIALLY DEFERRED,
  constraint level__ser_idx_title_key UNIQUE (ser_idx, title),
  constraint level_pkey PRIMARY KEY (lev_idx),
  constraint level__ser_idx_fkey FOREIGN KEY (ser_idx) REFERENCES series(ser_idx) ON DELETE CASCADE
);
CREATE INDEX level__title_idx ON level (title);

create table series (
  ser_idx integer not null generated always as identity,
  title text not null,
  position integer not null,
  version integer not null default 1,
  constraint series__position_key UNIQUE ("position") DEFERRABLE INITIALLY DEFERRED,
  constraint series__title_key UNIQUE (title),
  constraint series_pkey PRIMARY KEY (ser_idx)
);

-- ── book

create table book (
  bidx integer not null generated always as identity,
  bid text not null,
  format text not null,
  title text not null,
  title_en text,
  ser_idx integer not null,
  lev_idx integer not null,
  isbn_print text not null,
  isbn_spindle text not null,
  author text,
  illustrator text,
  publisher text,
  released_date text,
  language text,
  summary text,
  cat_idx integer,
  grp_idx integer,
  level_type text,
  lexile text,
  cefr_level text,
  ar_level text,
  word_count integer,
  page_count integer,
  genre text,
  theme text,
  keywords text,
  audio text,
  audio_length text,
  narrator text,
  video text,
  video_length text,
  epub_content_id text,
  epub_path text,
  content_zip_url text,
  original_title text,
  edition text,
  rights_territory text,
  rights_until text,
  list_price text,
  remarks text,
  published_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  updated_by text,
  version integer not null default 1,
  title_sort text not null generated always as (strip("left"(title, 120))) stored,
  author_sort text not null generated always as (strip("left"(COALESCE(author, ''::text), 120))) stored,
  revision integer not null default 1,
  search text not null generated always as (strip(((((((((((((bid || '
'::text) || title) || '
'::text) || COALESCE(title_en, ''::text)) || '
'::text) || COALESCE(original_title, ''::text)) || '
'::text) || COALESCE(author, ''::text)) || '
'::text) || isbn_print) || '
'::text) || isbn_spindle))) stored,
  is_mobile boolean not null generated always as (((format = 'EPUB'::text) OR (epub_path IS NOT NULL) OR (content_zip_url IS NOT NULL))) stored,
  touched_at timestamp with time zone not null default clock_timestamp(),
  shared_isbns text[],
  constraint book__isbn_print_number_key EXCLUDE USING btree (isbn13(isbn_print) WITH =) WHERE (((shared_isbns IS NULL) OR (isbn_print <> ALL (shared_isbns)))) DEFERRABLE,
  constraint book__isbn_spindle_number_key EXCLUDE USING btree (isbn13(isbn_spindle) WITH =) WHERE (((shared_isbns IS NULL) OR (isbn_spindle <> ALL (shared_isbns)))) DEFERRABLE,
  constraint book__bid_key UNIQUE (bid),
  constraint book__isbn_print_key UNIQUE (isbn_print) DEFERRABLE,
  constraint book__isbn_spindle_key UNIQUE (isbn_spindle) DEFERRABLE,
  constraint book_pkey PRIMARY KEY (bidx),
  constraint book__cat_idx_fkey FOREIGN KEY (cat_idx) REFERENCES category(cat_idx),
  constraint book__grp_idx_fkey FOREIGN KEY (grp_idx) REFERENCES age_group(grp_idx),
  constraint book__level_fkey FOREIGN KEY (lev_idx, ser_idx) REFERENCES level(lev_idx, ser_idx),
  constraint book__ser_idx_fkey FOREIGN KEY (ser_idx) REFERENCES series(ser_idx)
);
CREATE INDEX book__added_idx ON book (created_at, bidx);
CREATE INDEX book__agegroup_idx ON book (grp_idx) WHERE (grp_idx IS NOT NULL);
CREATE INDEX book__author_idx ON book (author_sort, bidx);
CREATE INDEX book__category_idx ON book (cat_idx) WHERE (cat_idx IS NOT NULL);
CREATE INDEX book__format_idx ON book (format, bidx);
CREATE INDEX book__isbn_odd_idx ON book (bidx) WHERE (isbn_is_odd(isbn_print) OR isbn_is_odd(isbn_spindle));
CREATE INDEX book__language_idx ON book (language, bidx) WHERE (language IS NOT NULL);
CREATE INDEX book__level_idx ON book (lev_idx, bidx) INCLUDE (is_mobile);
CREATE INDEX book__published_at_idx ON book (published_at) WHERE (published_at IS NOT NULL);
CREATE INDEX book__published_idx ON book (COALESCE(published_at, '-infinity'::timestamp with time zone), bidx);
CREATE INDEX book__search_idx ON book USING gin (search gin_trgm_ops);
CREATE INDEX book__series_idx ON book (ser_idx, bidx);
CREATE INDEX book__shared_isbns_idx ON book (bidx) WHERE (shared_isbns IS NOT NULL);
CREATE INDEX book__title_idx ON book (title_sort, bidx);
CREATE INDEX book__touched_idx ON book (touched_at, bidx) WHERE (published_at IS NOT NULL);
CREATE INDEX book__updated_idx ON book (updated_at, bidx);
CREATE TRIGGER book__added AFTER INSERT ON book REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION book_added();
CREATE TRIGGER book__isbns_given_up AFTER DELETE OR UPDATE OF isbn_print, isbn_spindle ON book FOR EACH STATEMENT EXECUTE FUNCTION isbns_given_up();
CREATE TRIGGER book__readiness AFTER UPDATE ON book REFERENCING OLD TABLE AS replaced NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION readiness_of_books();
CREATE TRIGGER book__readiness_begun AFTER INSERT ON book REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION readiness_begun();
CREATE TRIGGER book__touch BEFORE UPDATE ON book FOR EACH ROW EXECUTE FUNCTION touch_book();

create table book_act_row (
  act_idx bigint not null,
  bid text not null,
  before jsonb,
  after jsonb,
  constraint book_act_row_pkey PRIMARY KEY (act_idx, bid)
);
CREATE INDEX book_act_row__bid_idx ON book_act_row (bid, act_idx);

create table book_content (
  bidx integer not null,
  kind text not null,
  file_key text not null,
  cover_key text,
  file_name text not null,
  size bigint not null,
  unpacked bigint not null,
  entries integer not null,
  package jsonb,
  uploaded_at timestamp with time zone not null,
  uploaded_by text,
  constraint book_content_pkey PRIMARY KEY (bidx, kind),
  constraint book_content__bidx_fkey FOREIGN KEY (bidx) REFERENCES book(bidx) ON DELETE CASCADE,
  constraint book_content__kind_check CHECK ((kind = ANY (ARRAY['epub'::text, 'zip'::text])))
);
CREATE INDEX book_content__cover_idx ON book_content (cover_key) WHERE (cover_key IS NOT NULL);
CREATE UNIQUE INDEX book_content__file_idx ON book_content (file_key);
CREATE TRIGGER book_content__readiness_added AFTER INSERT ON book_content REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION readiness_of_parts();
CREATE TRIGGER book_content__readiness_removed AFTER DELETE ON book_content REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION readiness_of_parts();

create table book_image (
  img_idx integer not null generated always as identity,
  bidx integer not null,
  kind text not null,
  place integer not null,
  folder text not null,
  file_name text not null,
  width integer not null,
  height integer not null,
  size integer not null,
  digest text,
  constraint book_image__folder_key UNIQUE (folder),
  constraint book_image__place_key UNIQUE (bidx, kind, place) DEFERRABLE INITIALLY DEFERRED,
  constraint book_image_pkey PRIMARY KEY (img_idx),
  constraint book_image__bidx_fkey FOREIGN KEY (bidx) REFERENCES book(bidx) ON DELETE CASCADE,
  constraint book_image__kind_check CHECK ((kind = ANY (ARRAY['cover'::text, 'preview'::text])))
);
CREATE INDEX book_image__digest_idx ON book_image (digest, bidx) WHERE ((kind = 'cover'::text) AND (digest IS NOT NULL));
CREATE INDEX book_image__no_digest_idx ON book_image (img_idx) WHERE ((kind = 'cover'::text) AND (digest IS NULL));
CREATE TRIGGER book_image__added AFTER INSERT ON book_image REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION cover_added();
CREATE TRIGGER book_image__readiness_added AFTER INSERT ON book_image REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION readiness_of_parts();
CREATE TRIGGER book_image__readiness_removed AFTER DELETE ON book_image REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION readiness_of_parts();
CREATE TRIGGER book_image__removed AFTER DELETE ON book_image REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION cover_removed();

create table book_readiness (
  bidx integer not null,
  missing text[] not null,
  gaps smallint not null generated always as (cardinality(missing)) stored,
  constraint book_readiness__key PRIMARY KEY (bidx),
  constraint book_readiness__bidx_fkey FOREIGN KEY (bidx) REFERENCES book(bidx) ON DELETE CASCADE
);
CREATE INDEX book_readiness__gaps_idx ON book_readiness (gaps, bidx);
CREATE INDEX book_readiness__missing_idx ON book_readiness USING gin (missing);

create table book_without_cover (
  bidx integer not null,
  constraint book_without_cover__key PRIMARY KEY (bidx),
  constraint book_without_cover__bidx_fkey FOREIGN KEY (bidx) REFERENCES book(bidx) ON DELETE CASCADE
);

create table epub_check (
  bidx integer not null,
  kind text not null default 'epub'::text,
  file_key text not null,
  status text not null,
  requested_at timestamp with time zone not null,
  checked_at timestamp with time zone,
  tool text,
  messages jsonb not null default '[]'::jsonb,
  left_out integer not null default 0,
  previous jsonb,
  accessibility jsonb,
  constraint epub_check_pkey PRIMARY KEY (bidx),
  constraint epub_check__content_fkey FOREIGN KEY (bidx, kind) REFERENCES book_content(bidx, kind) ON DELETE CASCADE,
  constraint epub_check__kind_check CHECK ((kind = 'epub'::text)),
  constraint epub_check__status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'passed'::text, 'warnings'::text, 'failed'::text])))
);
CREATE INDEX epub_check__file_key_idx ON epub_check (file_key);
CREATE INDEX epub_check__status_idx ON epub_check (status, requested_at);
CREATE TRIGGER epub_check__readiness_added AFTER INSERT ON epub_check REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION readiness_of_parts();
CREATE TRIGGER epub_check__readiness_changed AFTER UPDATE ON epub_check REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION readiness_of_parts();
CREATE TRIGGER epub_check__readiness_removed AFTER DELETE ON epub_check REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION readiness_of_parts();

-- Audio that was uploaded for a release, or that a release took from a sentence: applying or undoing one sets it.
create table kept_audio (
  audio_key text not null,
  audio_type text not null,
  audio_size integer not null,
  audio_ms integer not null,
  unused_since timestamp with time zone,
  constraint kept_audio__key PRIMARY KEY (audio_key)
);
CREATE INDEX kept_audio__unused_idx ON kept_audio (unused_since) WHERE (unused_since IS NOT NULL);

create table sentence (
  sent_idx integer not null generated always as identity,
  word_idx integer not null,
  sentence text not null,
  mdr_targeted text not null,
  audio_key text,
  audio_type text,
  audio_size integer,
  audio_ms integer,
  version integer not null default 1,
  constraint sentence__word_idx_sentence_key UNIQUE (word_idx, sentence),
  constraint sentence_pkey PRIMARY KEY (sent_idx),
  constraint sentence__word_idx_fkey FOREIGN KEY (word_idx) REFERENCES word(word_idx) ON DELETE CASCADE,
  constraint sentence__audio_check CHECK ((num_nulls(audio_key, audio_type, audio_size, audio_ms) = ANY (ARRAY[0, 4]))),
  constraint sentence__mdr_targeted_check CHECK ((mdr_targeted = ANY (ARRAY['Y'::text, 'N'::text])))
);
CREATE UNIQUE INDEX sentence__audio_key_idx ON sentence (audio_key) WHERE (audio_key IS NOT NULL);
CREATE INDEX sentence__silent_idx ON sentence (word_idx) WHERE ((mdr_targeted = 'Y'::text) AND (audio_key IS NULL));
CREATE TRIGGER sentence__readiness_added AFTER INSERT ON sentence REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION readiness_of_sentences();
CREATE TRIGGER sentence__readiness_changed AFTER UPDATE ON sentence REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION readiness_of_sentences();
CREATE TRIGGER sentence__readiness_removed AFTER DELETE ON sentence REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION readiness_of_sentences();

create table sentence_act_row (
  sent_idx integer not null,
  act_idx bigint not null,
  after jsonb not null,
  before jsonb,
  constraint sentence_act_row_pkey PRIMARY KEY (sent_idx, act_idx)
);

create table unit_info (
  bidx integer not null,
  version integer not null default 1,
  constraint unit_info_pkey PRIMARY KEY (bidx),
  constraint unit_info__bidx_fkey FOREIGN KEY (bidx) REFERENCES book(bidx) ON DELETE CASCADE
);

create table unit_info_row (
  bidx integer not null,
  row_no integer not null,
  unit_title text not null,
  subunit_title text not null,
  subunit_id text not null,
  start_page integer not null,
  game_content_id text not null,
  speakup_content_id text not null,
  laura_content_id text not null,
  laura_content_type text not null,
  constraint unit_info_row_pkey PRIMARY KEY (bidx, row_no),
  constraint unit_info_row__bidx_fkey FOREIGN KEY (bidx) REFERENCES unit_info(bidx) ON DELETE CASCADE
);

create table word (
  word_idx integer not null generated always as identity,
  bidx integer not null,
  word text not null,
  version integer not null default 1,
  constraint word__bidx_word_key UNIQUE (bidx, word),
  constraint word_pkey PRIMARY KEY (word_idx),
  constraint word__bidx_fkey FOREIGN KEY (bidx) REFERENCES book(bidx) ON DELETE CASCADE
);
CREATE TRIGGER word__readiness_added AFTER INSERT ON word REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION readiness_of_parts();
CREATE TRIGGER word__readiness_removed AFTER DELETE ON word REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION readiness_of_parts();

CREATE FUNCTION book_added()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into book_without_cover select bidx from added;
  return null;
end $function$;

CREATE FUNCTION cover_added()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from book_without_cover using added where book_without_cover.bidx = added.bidx and added.kind = 'cover';
  return null;
end $function$;

CREATE FUNCTION cover_removed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into book_without_cover select removed.bidx from removed join book using (bidx) where removed.kind = 'cover'
  on conflict do nothing;
  return null;
end $function$;

CREATE FUNCTION isbn13(isbn text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (length(isbn) = 10) THEN isbn13_of_ten(isbn) ELSE isbn END;

CREATE FUNCTION isbn13_of_ten(isbn text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN (SELECT CASE WHEN ((isbn13_of_ten.isbn ~ '^[0-9]{9}[0-9X]$'::text) AND ("right"(isbn13_of_ten.isbn, 1) = CASE ((11 - (sums.ten % (11)::bigint)) % (11)::bigint) WHEN 10 THEN 'X'::text ELSE (((11 - (sums.ten % (11)::bigint)) % (11)::bigint))::text END)) THEN (('978'::text || "left"(isbn13_of_ten.isbn, 9)) || (((10 - ((38 + sums.thirteen) % (10)::bigint)) % (10)::bigint))::text) ELSE isbn13_of_ten.isbn END AS isbn FROM (SELECT sum((digits.digit * (11 - digits.place))) AS ten, sum((digits.digit * CASE WHEN ((digits.place % 2) = 1) THEN 3 ELSE 1 END)) AS thirteen FROM (SELECT place.place, (ascii(substr(isbn13_of_ten.isbn, place.place, 1)) - 48) AS digit FROM generate_series(1, 9) place(place)) digits) sums);

CREATE FUNCTION isbn_adds_up(isbn text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE length(isbn) WHEN 13 THEN ((((((((((ascii(substr(isbn, 1, 1)) + ascii(substr(isbn, 3, 1))) + ascii(substr(isbn, 5, 1))) + ascii(substr(isbn, 7, 1))) + ascii(substr(isbn, 9, 1))) + ascii(substr(isbn, 11, 1))) + ascii(substr(isbn, 13, 1))) - (7 * 48)) + (3 * ((((((ascii(substr(isbn, 2, 1)) + ascii(substr(isbn, 4, 1))) + ascii(substr(isbn, 6, 1))) + ascii(substr(isbn, 8, 1))) + ascii(substr(isbn, 10, 1))) + ascii(substr(isbn, 12, 1))) - (6 * 48)))) % 10) = 0) ELSE ((((((((((((10 * (ascii(substr(isbn, 1, 1)) - 48)) + (9 * (ascii(substr(isbn, 2, 1)) - 48))) + (8 * (ascii(substr(isbn, 3, 1)) - 48))) + (7 * (ascii(substr(isbn, 4, 1)) - 48))) + (6 * (ascii(substr(isbn, 5, 1)) - 48))) + (5 * (ascii(substr(isbn, 6, 1)) - 48))) + (4 * (ascii(substr(isbn, 7, 1)) - 48))) + (3 * (ascii(substr(isbn, 8, 1)) - 48))) + (2 * (ascii(substr(isbn, 9, 1)) - 48))) + CASE substr(isbn, 10, 1) WHEN 'X'::text THEN 10 ELSE (ascii(substr(isbn, 10, 1)) - 48) END) % 11) = 0) END;

CREATE FUNCTION isbn_figures(isbn text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN upper(regexp_replace(NORMALIZE(isbn, NFKC), '[-\s\u2010-\u2015\u2212\u00ad\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]'::text, ''::text, 'g'::text));

CREATE FUNCTION isbn_is_wrong(isbn text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((isbn_figures(isbn) ~ '^([0-9]{9}[0-9X]|[0-9]{13})$'::text) AND (NOT isbn_adds_up(isbn_figures(isbn))));

CREATE FUNCTION isbns_given_up()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from book where shared_isbns is not null) then
    update book set shared_isbns = isbns_shared_by(book)
    where shared_isbns is not null and shared_isbns is distinct from isbns_shared_by(book);
  end if;
  return null;
end $function$;

CREATE FUNCTION isbns_shared_by(book book)
 RETURNS text[]
 LANGUAGE sql
 STABLE
RETURN (SELECT array_agg(DISTINCT shared.isbn) AS array_agg FROM (SELECT (isbns_shared_by.book).isbn_print AS isbn FROM book o WHERE ((o.shared_isbns IS NOT NULL) AND (o.bidx <> (isbns_shared_by.book).bidx) AND (isbn13(o.isbn_print) = isbn13((isbns_shared_by.book).isbn_print))) UNION ALL SELECT (isbns_shared_by.book).isbn_spindle AS isbn_spindle FROM book o WHERE ((o.shared_isbns IS NOT NULL) AND (o.bidx <> (isbns_shared_by.book).bidx) AND (isbn13(o.isbn_spindle) = isbn13((isbns_shared_by.book).isbn_spindle)))) shared);

CREATE FUNCTION missing_in(books integer[])
 RETURNS TABLE(bidx integer, missing text[])
 LANGUAGE sql
 STABLE
AS $function$
  select b.bidx, array_remove(array[
    case when not exists (select from book_image i where i.bidx = b.bidx and i.kind = 'cover') then 'cover' end,
    case when not exists (select from book_image i where i.bidx = b.bidx and i.kind = 'preview') then 'previews' end,
    case when not exists (select from book_content c where c.bidx = b.bidx) then 'content' end,
    case when exists (select from epub_check e where e.bidx = b.bidx and e.status = 'failed') then 'epub' end,
    case when not exists (select from word w where w.bidx = b.bidx) then 'words' end,
    case when exists (
      select from word w join sentence s using (word_idx)
      where w.bidx = b.bidx and s.mdr_targeted = 'Y' and s.audio_key is null
    ) then 'audio' end,
    case when case b.level_type when 'Lexile' then b.lexile when 'CEFR' then b.cefr_level end is null then 'level' end,
    case when b.grp_idx is null then 'age_group' end
  ], null)
  from book b where b.bidx = any(books)
$function$;

CREATE FUNCTION readiness_begun()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into book_readiness select now.* from missing_in(array(select bidx from added)) now;
  return null;
end $function$;

CREATE FUNCTION readiness_of_books()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform renew_readiness(array(
    select bidx from (
      select bidx, level_type, lexile, cefr_level, grp_idx from changed
      except
      select bidx, level_type, lexile, cefr_level, grp_idx from replaced
    ) differing));
  return null;
end $function$;

CREATE FUNCTION readiness_of_parts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform renew_readiness(array(select distinct bidx from changed));
  return null;
end $function$;

CREATE FUNCTION readiness_of_sentences()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform renew_readiness(array(select distinct w.bidx from changed join word w using (word_idx)));
  return null;
end $function$;

CREATE FUNCTION renew_readiness(books integer[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform from book_readiness where bidx = any(books) order by bidx for no key update;
  update book_readiness r set missing = now.missing from missing_in(books) now
    where r.bidx = now.bidx and r.missing <> now.missing;
end $function$;

CREATE FUNCTION touch_book()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.touched_at = clock_timestamp();
  return new;
end $function$;

-- ── import

create table import (
  import_idx integer not null generated always as identity,
  status text not null,
  source text not null,
  file_name text,
  file_key text,
  sheet_name text,
  update_existing boolean not null,
  create_missing boolean not null default false,
  row_count integer not null,
  counts jsonb not null default '{}'::jsonb,
  missing jsonb not null default '[]'::jsonb,
  filled text[] not null default '{}'::text[],
  problem jsonb,
  kept jsonb not null default '[]'::jsonb,
  created_by text,
  created_at timestamp with time zone not null,
  applied_by text,
  applied_at timestamp with time zone,
  undone_by text,
  undone_at timestamp with time zone,
  step text not null default 'isbn'::text,
  unknown_columns text[] not null default '{}'::text[],
  act_idx bigint,
  missing_counts jsonb not null default '{}'::jsonb,
  head jsonb,
  columns jsonb,
  remarks jsonb not null default '{}'::jsonb,
  sort_levels boolean not null default false,
  mixed_levels jsonb,
  sheet_notes jsonb,
  constraint import_pkey PRIMARY KEY (import_idx),
  constraint import__status_check CHECK ((status = ANY (ARRAY['mapping'::text, 'ready'::text, 'applying'::text, 'applied'::text, 'undone'::text]))),
  constraint import__step_check CHECK ((step = ANY (ARRAY['isbn'::text, 'images'::text, 'sentences'::text, 'audio'::text, 'done'::text])))
);
CREATE INDEX import__created_idx ON import (created_at DESC, import_idx DESC);

create table import_book (
  import_idx integer not null,
  row_no integer not null,
  bidx integer not null,
  constraint import_book_pkey PRIMARY KEY (import_idx, row_no)
);
CREATE UNIQUE INDEX import_book__bidx_idx ON import_book (import_idx, bidx);
CREATE INDEX import_book__book_idx ON import_book (bidx);

create table import_file (
  file_idx integer not null generated always as identity,
  import_idx integer not null,
  kind text not null,
  file_name text not null,
  size integer not null,
  modified_at bigint not null,
  bidx integer not null,
  place integer not null,
  status text not null default 'waiting'::text,
  problem jsonb,
  constraint import_file__name_key UNIQUE (import_idx, file_name),
  constraint import_file_pkey PRIMARY KEY (file_idx),
  constraint import_file__kind_check CHECK ((kind = ANY (ARRAY['cover'::text, 'preview'::text, 'audio'::text]))),
  constraint import_file__status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'taken'::text, 'refused'::text])))
);
CREATE INDEX import_file__bidx_idx ON import_file (import_idx, bidx);

create table import_made (
  import_idx integer not null,
  kind text not null,
  idx integer not null,
  constraint import_made_pkey PRIMARY KEY (import_idx, kind, idx)
);

create table import_plan (
  import_idx integer not null,
  row_no integer not null,
  status text not null,
  bidx integer,
  changed text[] not null,
  conflicts text[] not null,
  altered text[],
  constraint import_plan_pkey PRIMARY KEY (import_idx, row_no)
);
CREATE INDEX import_plan__altered_idx ON import_plan (import_idx) WHERE (altered IS NOT NULL);

create table import_result (
  import_idx integer not null,
  row_no integer not null,
  bidx integer not null,
  bid text not null,
  version integer,
  before jsonb,
  after jsonb,
  keys integer[],
  revision integer not null default 0,
  published boolean not null default false,
  constraint import_result_pkey PRIMARY KEY (import_idx, row_no)
);
CREATE INDEX import_result__bid_idx ON import_result (bid);

create table import_row (
  import_idx integer not null,
  row_no integer not null,
  cells text[] not null,
  problems jsonb,
  warnings jsonb,
  dropped boolean not null default false,
  details json,
  assumed text[],
  details_text text,
  constraint import_row_pkey PRIMARY KEY (import_idx, row_no)
);

create table import_sentence (
  import_idx integer not null,
  row_no integer not null,
  cells text[] not null,
  problems jsonb,
  dropped boolean not null default false,
  constraint import_sentence_pkey PRIMARY KEY (import_idx, row_no)
);
CREATE INDEX import_sentence__rejected_idx ON import_sentence (import_idx, row_no) WHERE (problems IS NOT NULL);

create table import_sentence_sheet (
  import_idx integer not null,
  file_name text not null,
  counts jsonb not null default '{}'::jsonb,
  applied_by text,
  applied_at timestamp with time zone,
  written jsonb,
  head jsonb,
  sheet_notes jsonb,
  constraint import_sentence_sheet_pkey PRIMARY KEY (import_idx)
);

-- ── spreadsheet

create table spreadsheet_account (
  staff_idx integer not null,
  email text,
  tokens bytea not null,
  expires_at timestamp with time zone not null,
  refreshing_until timestamp with time zone,
  constraint spreadsheet_account_pkey PRIMARY KEY (staff_idx),
  constraint spreadsheet_account_staff_idx_fkey FOREIGN KEY (staff_idx) REFERENCES staff(staff_idx) ON DELETE CASCADE
);

create table spreadsheet_attempt (
  state_hash bytea not null,
  session_id text not null,
  nonce text not null,
  verifier text not null,
  next text not null,
  created_at timestamp with time zone not null,
  constraint spreadsheet_attempt_pkey PRIMARY KEY (state_hash),
  constraint spreadsheet_attempt_session_id_fkey FOREIGN KEY (session_id) REFERENCES session(session_id) ON DELETE CASCADE
);
CREATE INDEX spreadsheet_attempt__session_idx ON spreadsheet_attempt (session_id);

-- ── customer

create table customer (
  cust_idx integer not null generated always as identity,
  cust_id text not null,
  name text not null,
  memo text not null default ''::text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  updated_by text,
  version integer not null default 1,
  search text not null generated always as (strip(((((cust_id || '
'::text) || name) || '
'::text) || memo))) stored,
  name_sort text not null generated always as (strip("left"(name, 120))) stored,
  constraint customer__cust_id_key UNIQUE (cust_id),
  constraint customer_pkey PRIMARY KEY (cust_idx),
  constraint customer__cust_id_check CHECK ((cust_id ~ '^[A-Z0-9_-]{3,12}$'::text))
);
CREATE INDEX customer__name_idx ON customer (name_sort, cust_idx);
CREATE INDEX customer__search_idx ON customer USING gin (search gin_trgm_ops);
CREATE INDEX customer__updated_idx ON customer (updated_at, cust_idx);

-- ── roadmap

create table roadmap (
  grp_idx integer not null,
  version integer not null default 0,
  constraint roadmap_pkey PRIMARY KEY (grp_idx),
  constraint roadmap__grp_idx_fkey FOREIGN KEY (grp_idx) REFERENCES age_group(grp_idx) ON DELETE CASCADE
);

create table roadmap_book (
  grp_idx integer not null,
  bidx integer not null,
  row_no integer not null,
  place integer not null,
  constraint roadmap_book__place_key UNIQUE (grp_idx, row_no, place) DEFERRABLE,
  constraint roadmap_book__once_key PRIMARY KEY (grp_idx, bidx),
  constraint roadmap_book__bidx_fkey FOREIGN KEY (bidx) REFERENCES book(bidx),
  constraint roadmap_book__grp_idx_fkey FOREIGN KEY (grp_idx) REFERENCES roadmap(grp_idx),
  constraint roadmap_book__place_check CHECK (((row_no >= 0) AND ((place >= 0) AND (place <= 4))))
);
CREATE INDEX roadmap_book__bidx_idx ON roadmap_book (bidx);

-- ── collection

create table collection (
  cidx integer not null generated always as identity,
  cid text not null,
  is_public text not null default 'X'::text,
  exposed_type text not null default 'all'::text,
  label text,
  ads_option text,
  grp_idx integer,
  cefr_level text,
  laura_support boolean not null default false,
  laura_only boolean not null default false,
  laura_book_monthly_quota integer not null default 0,
  lock boolean not null default false,
  ads_place integer,
  search text not null default ''::text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  updated_by text,
  version integer not null default 1,
  cover_img integer,
  thumb_img integer,
  list_img integer,
  constraint collection__ads_place_key UNIQUE (ads_place) DEFERRABLE INITIALLY DEFERRED,
  constraint collection__cid_key UNIQUE (cid),
  constraint collection_pkey PRIMARY KEY (cidx),
  constraint collection__grp_idx_fkey FOREIGN KEY (grp_idx) REFERENCES age_group(grp_idx),
  constraint collection_cover_img_fkey FOREIGN KEY (cover_img) REFERENCES collection_image(img_idx) ON DELETE SET NULL,
  constraint collection_list_img_fkey FOREIGN KEY (list_img) REFERENCES collection_image(img_idx) ON DELETE SET NULL,
  constraint collection_thumb_img_fkey FOREIGN KEY (thumb_img) REFERENCES collection_image(img_idx) ON DELETE SET NULL,
  constraint collection__ads_option_check CHECK ((ads_option = ANY (ARRAY['public'::text, 'members'::text]))),
  constraint collection__exposed_type_check CHECK ((exposed_type = ANY (ARRAY['all'::text, 'web'::text, 'mobile'::text, 'lms'::text]))),
  constraint collection__is_public_check CHECK ((is_public = ANY (ARRAY['O'::text, 'X'::text]))),
  constraint collection__laura_check CHECK ((laura_support OR ((NOT laura_only) AND (laura_book_monthly_quota = 0))))
);
CREATE INDEX collection__grp_idx ON collection (grp_idx);
CREATE INDEX collection__search_idx ON collection USING gin (search gin_trgm_ops);
CREATE INDEX collection__updated_idx ON collection (updated_at DESC, cidx DESC);

create table collection_cid (
  cid text not null,
  constraint collection_cid__key PRIMARY KEY (cid)
);

create table collection_content (
  cidx integer not null,
  ser_idx integer,
  lev_idx integer,
  bidx integer,
  content_type text not null generated always as (
CASE
    WHEN (ser_idx IS NOT NULL) THEN 'series'::text
    WHEN (lev_idx IS NOT NULL) THEN 'level'::text
    ELSE 'book'::text
END) stored,
  content_idx integer not null generated always as (COALESCE(ser_idx, lev_idx, bidx)) stored,
  added_at timestamp with time zone not null,
  constraint collection_content__key PRIMARY KEY (cidx, content_type, content_idx),
  constraint collection_content__bidx_fkey FOREIGN KEY (bidx) REFERENCES book(bidx),
  constraint collection_content__cidx_fkey FOREIGN KEY (cidx) REFERENCES collection(cidx) ON DELETE CASCADE,
  constraint collection_content__lev_idx_fkey FOREIGN KEY (lev_idx) REFERENCES level(lev_idx),
  constraint collection_content__ser_idx_fkey FOREIGN KEY (ser_idx) REFERENCES series(ser_idx),
  constraint collection_content__one_check CHECK ((num_nonnulls(ser_idx, lev_idx, bidx) = 1))
);
CREATE INDEX collection_content__bidx_idx ON collection_content (bidx) WHERE (bidx IS NOT NULL);
CREATE INDEX collection_content__lev_idx ON collection_content (lev_idx) WHERE (lev_idx IS NOT NULL);
CREATE INDEX collection_content__ser_idx ON collection_content (ser_idx) WHERE (ser_idx IS NOT NULL);

create table collection_image (
  img_idx integer not null generated always as identity,
  cidx integer not null,
  kind text not null,
  folder text not null,
  file_name text not null,
  width integer not null,
  height integer not null,
  size integer not null,
  for_release boolean not null default false,
  unused_since timestamp with time zone,
  constraint collection_image__folder_key UNIQUE (folder),
  constraint collection_image_pkey PRIMARY KEY (img_idx),
  constraint collection_image__cidx_fkey FOREIGN KEY (cidx) REFERENCES collection(cidx) ON DELETE CASCADE,
  constraint collection_image__kind_check CHECK ((kind = ANY (ARRAY['cover'::text, 'thumb'::text, 'list'::text])))
);
CREATE INDEX collection_image__cidx_idx ON collection_image (cidx);
CREATE INDEX collection_image__for_release_idx ON collection_image (img_idx) WHERE for_release;

create table collection_owner (
  cidx integer not null,
  cust_idx integer not null,
  constraint collection_owner_pkey PRIMARY KEY (cidx, cust_idx),
  constraint collection_owner__cidx_fkey FOREIGN KEY (cidx) REFERENCES collection(cidx) ON DELETE CASCADE,
  constraint collection_owner__cust_idx_fkey FOREIGN KEY (cust_idx) REFERENCES customer(cust_idx)
);
CREATE INDEX collection_owner__cust_idx ON collection_owner (cust_idx);

create table collection_paragraphs (
  cidx integer not null,
  locale text not null,
  field text not null,
  ver integer not null,
  made_of text[] not null,
  constraint collection_paragraphs__key PRIMARY KEY (cidx, locale, field),
  constraint collection_paragraphs__text_fkey FOREIGN KEY (cidx, locale) REFERENCES collection_text(cidx, locale) ON DELETE CASCADE,
  constraint collection_paragraphs__field_check CHECK ((field = ANY (ARRAY['notice'::text, 'description'::text])))
);

create table collection_price (
  cidx integer not null,
  display_order integer not null,
  currency text not null,
  price numeric not null,
  discounted_price numeric,
  subscription_period integer not null default 0,
  constraint collection_price_pkey PRIMARY KEY (cidx, display_order),
  constraint collection_price__cidx_fkey FOREIGN KEY (cidx) REFERENCES collection(cidx) ON DELETE CASCADE,
  constraint collection_price__currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint collection_price__discounted_check CHECK (((discounted_price >= (0)::numeric) AND (discounted_price <= price))),
  constraint collection_price__period_check CHECK ((subscription_period >= 0)),
  constraint collection_price__price_check CHECK ((price >= (0)::numeric))
);

create table collection_text (
  cidx integer not null,
  locale text not null,
  title text not null,
  summary text not null default ''::text,
  notice text not null default ''::text,
  description text not null default ''::text,
  saved_at timestamp with time zone not null,
  saved_by text,
  saved_ver integer not null default 0,
  title_ver integer not null default 0,
  summary_ver integer not null default 0,
  notice_ver integer not null default 0,
  description_ver integer not null default 0,
  written smallint not null generated always as ((((((title <> ''::text))::integer + (2 * ((summary <> ''::text))::integer)) + (4 * ((notice <> ''::text))::integer)) + (8 * ((description <> ''::text))::integer))) stored,
  title_key text generated always as (
CASE locale
    WHEN 'en'::text THEN memory_key(title)
    ELSE NULL::text
END) stored,
  summary_key text generated always as (
CASE locale
    WHEN 'en'::text THEN memory_key(summary)
    ELSE NULL::text
END) stored,
  notice_key text generated always as (
CASE locale
    WHEN 'en'::text THEN memory_key(notice)
    ELSE NULL::text
END) stored,
  description_key text generated always as (
CASE locale
    WHEN 'en'::text THEN memory_key(description)
    ELSE NULL::text
END) stored,
  constraint collection_text_pkey PRIMARY KEY (cidx, locale),
  constraint collection_text__cidx_fkey FOREIGN KEY (cidx) REFERENCES collection(cidx) ON DELETE CASCADE,
  constraint collection_text__locale_check CHECK ((locale = ANY (ARRAY['en'::text, 'es'::text, 'jp'::text, 'ko'::text, 'tr'::text])))
);
CREATE INDEX collection_text__description_idx ON collection_text USING gist (description_key gist_trgm_ops (siglen='128')) WHERE (description_key <> ''::text);
CREATE INDEX collection_text__notice_idx ON collection_text USING gist (notice_key gist_trgm_ops (siglen='128')) WHERE (notice_key <> ''::text);
CREATE INDEX collection_text__state_idx ON collection_text (cidx, locale) INCLUDE (written, title_ver, summary_ver, notice_ver, description_ver);
CREATE INDEX collection_text__summary_idx ON collection_text USING gist (summary_key gist_trgm_ops (siglen='128')) WHERE (summary_key <> ''::text);
CREATE INDEX collection_text__title_idx ON collection_text USING gist (title_key gist_trgm_ops (siglen='128')) WHERE (title_key <> ''::text);

CREATE FUNCTION memory_key(html text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN strip("left"(plain_text(html), 400));

CREATE FUNCTION plain_text(html text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN btrim(regexp_replace(regexp_replace(html, '<[^>]*>'::text, ' '::text, 'g'::text), '\s+'::text, ' '::text, 'g'::text));

-- ── code

create table code (
  issued_at bigint not null,
  valid_from bigint not null default 0,
  valid_until bigint not null default 0,
  activated_date bigint not null default 0,
  expired_date bigint not null default 0,
  is_canceled bigint not null default 0,
  ends_at bigint not null generated always as (
CASE
    WHEN (activated_date > 0) THEN expired_date
    ELSE valid_until
END) stored,
  cg_idx integer,
  length integer not null default 0,
  code text collate "C" not null,
  lot integer not null default 1,
  withdrawn boolean not null default false,
  leaked boolean not null default false,
  constraint code__key PRIMARY KEY (code),
  constraint code__cg_idx_fkey FOREIGN KEY (cg_idx) REFERENCES code_batch(cg_idx) ON DELETE CASCADE,
  constraint code__form_check CHECK ((code ~ '^[A-Z0-9]{12}$'::text)),
  constraint code__leaked_check CHECK (((NOT leaked) OR withdrawn)),
  constraint code__withdrawn_check CHECK (((NOT withdrawn) OR ((is_canceled > 0) AND (activated_date = 0))))
);
CREATE INDEX code__activated_idx ON code (cg_idx DESC, code) INCLUDE (ends_at, is_canceled, activated_date) WHERE (activated_date > 0);
CREATE INDEX code__batch_idx ON code (cg_idx DESC, code) INCLUDE (ends_at, activated_date, is_canceled, lot, withdrawn);
CREATE INDEX code__canceled_idx ON code (cg_idx DESC, code) INCLUDE (withdrawn) WHERE (is_canceled > 0);
CREATE INDEX code__numeric_idx ON code (issued_at, code) WHERE ((activated_date = 0) AND (is_canceled = 0) AND is_changed_by_spreadsheet(code));
CREATE INDEX code__unused_idx ON code (cg_idx, ends_at, lot) WHERE ((activated_date = 0) AND (is_canceled = 0));
CREATE INDEX code__used_canceled_idx ON code (code) WHERE ((is_canceled > 0) AND (activated_date > 0));
CREATE INDEX code__used_idx ON code (cg_idx, ends_at, lot) WHERE ((activated_date > 0) AND (is_canceled = 0));
CREATE INDEX code__withdrawn_idx ON code (cg_idx DESC, code) WHERE withdrawn;
CREATE TRIGGER code__added AFTER INSERT ON code REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION codes_added();
CREATE TRIGGER code__changed AFTER UPDATE ON code REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION codes_changed();
CREATE TRIGGER code__flow_added AFTER INSERT ON code REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION codes_flowed_in();
CREATE TRIGGER code__flow_changed AFTER UPDATE ON code REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION codes_flowed();
CREATE TRIGGER code__registered AFTER UPDATE ON code REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION codes_of_registrations_changed();

create table code_act (
  act_idx bigint not null,
  cg_idx integer not null,
  field text not null,
  value bigint,
  changed integer not null,
  memo text not null default ''::text,
  at timestamp with time zone not null,
  actor text,
  left jsonb not null default '{}'::jsonb,
  constraint code_act__key PRIMARY KEY (cg_idx, act_idx),
  constraint code_act__cg_idx_fkey FOREIGN KEY (cg_idx) REFERENCES code_batch(cg_idx) ON DELETE CASCADE,
  constraint code_act__field_check CHECK ((field = ANY (ARRAY['length'::text, 'valid_until'::text, 'expired_date'::text, 'is_canceled'::text])))
);
CREATE INDEX code_act__act_idx ON code_act (act_idx);

create table code_batch (
  cg_idx integer not null generated always as identity,
  cust_idx integer not null,
  cidx integer not null,
  title text not null,
  memo text not null default ''::text,
  count integer not null,
  price numeric not null,
  currency text not null,
  length integer not null default 0,
  valid_from bigint not null default 0,
  valid_until bigint not null default 0,
  status text not null default 'issuing'::text,
  problem jsonb,
  created_at timestamp with time zone not null,
  created_by text,
  updated_at timestamp with time zone not null,
  updated_by text,
  version integer not null default 1,
  search text not null generated always as (strip(((title || '
'::text) || memo))) stored,
  missing integer not null default 0,
  issue_codes integer not null default 0,
  issue_ms integer not null default 0,
  valid_days integer not null default 0,
  valid_after text,
  constraint code_batch_pkey PRIMARY KEY (cg_idx),
  constraint code_batch__cidx_fkey FOREIGN KEY (cidx) REFERENCES collection(cidx),
  constraint code_batch__cust_idx_fkey FOREIGN KEY (cust_idx) REFERENCES customer(cust_idx),
  constraint code_batch__after_check CHECK ((valid_after = ANY (ARRAY['issue'::text, 'delivery'::text, 'vend'::text]))),
  constraint code_batch__count_check CHECK (((count >= 0) AND (count <= 1000000))),
  constraint code_batch__currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint code_batch__days_check CHECK (((valid_days >= 0) AND ((valid_days > 0) = (valid_after IS NOT NULL)) AND ((valid_after IS NULL) OR (valid_until = 0)))),
  constraint code_batch__length_check CHECK ((length >= 0)),
  constraint code_batch__missing_check CHECK (((missing >= 0) AND (missing <= count))),
  constraint code_batch__price_check CHECK ((price >= (0)::numeric)),
  constraint code_batch__status_check CHECK ((status = ANY (ARRAY['issuing'::text, 'issued'::text, 'failed'::text, 'cancelled'::text]))),
  constraint code_batch__valid_check CHECK (((valid_until = 0) OR (valid_until > valid_from)))
);
CREATE INDEX code_batch__cidx_idx ON code_batch (cidx, cg_idx);
CREATE INDEX code_batch__created_idx ON code_batch (created_at, cg_idx);
CREATE INDEX code_batch__cust_idx ON code_batch (cust_idx, cg_idx);
CREATE INDEX code_batch__failed_idx ON code_batch (cg_idx) WHERE (status = 'failed'::text);
CREATE INDEX code_batch__pace_idx ON code_batch (cg_idx) WHERE (issue_codes >= 1000);
CREATE INDEX code_batch__search_idx ON code_batch USING gin (search gin_trgm_ops);

create table code_change (
  act_idx bigint not null,
  before bigint not null,
  after bigint not null,
  activated boolean not null,
  code text collate "C" not null,
  constraint code_change__key PRIMARY KEY (code, act_idx)
);
CREATE INDEX code_change__act_idx ON code_change USING brin (act_idx) WITH (pages_per_range='16');

-- What happened to the codes of each lot on each day: how many were issued, activated, cancelled, withdrawn, and how many
-- end. Reports and lists read these sums, because counting millions of codes on each visit would take seconds.
-- Triggers on "code" (code__added, code__changed) write them in the transaction of the change itself, whatever makes it.
-- A day in the past is final for "issued" and "activated"; a cancelled code moves from "ending" to "canceled", a withdrawn
-- one to "withdrawn". An expired code is one whose day of ending is over: time needs no statement.
-- Each database session adds to a slot of its own, so that nobody waits for another's row; a job folds them into slot 0.
-- A figure is therefore always the sum over the slots. Days begin in the time zone of code_zone.
create table code_day (
  cg_idx integer not null,
  day date not null,
  slot integer not null,
  issued integer not null default 0,
  activated integer not null default 0,
  canceled integer not null default 0,
  canceled_activated integer not null default 0,
  ending integer not null default 0,
  ending_activated integer not null default 0,
  lot integer not null,
  withdrawn integer not null default 0,
  constraint code_day__key PRIMARY KEY (cg_idx, lot, day, slot),
  constraint code_day__cg_idx_fkey FOREIGN KEY (cg_idx) REFERENCES code_batch(cg_idx) ON DELETE CASCADE
);
CREATE INDEX code_day__day_idx ON code_day (day);

-- Each file of codes of a batch that left the house: who took it out, to whom, and how many codes of which filter.
create table code_delivery (
  del_idx integer not null generated always as identity,
  cg_idx integer not null,
  at timestamp with time zone not null,
  by text,
  to text not null,
  as text not null,
  filter jsonb not null default '{}'::jsonb,
  codes integer not null,
  constraint code_delivery_pkey PRIMARY KEY (del_idx),
  constraint code_delivery__cg_idx_fkey FOREIGN KEY (cg_idx) REFERENCES code_batch(cg_idx) ON DELETE CASCADE,
  constraint code_delivery__codes_check CHECK ((codes >= 1))
);
CREATE INDEX code_delivery__cg_idx_idx ON code_delivery (cg_idx, at DESC, del_idx DESC);

create table code_delivery_lot (
  del_idx integer not null,
  lot integer not null,
  codes integer not null,
  constraint code_delivery_lot__key PRIMARY KEY (del_idx, lot),
  constraint code_delivery_lot__del_idx_fkey FOREIGN KEY (del_idx) REFERENCES code_delivery(del_idx) ON DELETE CASCADE,
  constraint code_delivery_lot__codes_check CHECK ((codes >= 1))
);

-- What entered the unused codes of each batch on each day (issued, restored) and what left them, by cause.
-- A code is unused if it was never activated, is not cancelled and has not ended. "restored_withdrawn" are those of "restored"
-- that had been withdrawn. Triggers on "code" (code__flow_added, code__flow_changed) write it in the transaction of the change.
-- Time needs no statement: "expired" is booked ahead on the last day of the code's validity, and taken back if the code leaves
-- before its end.
-- Days in the past are final: a change is booked when it is made, also an undo that puts an older moment back.
-- Slots, folding and time zone as in code_day, but if TIME_ZONE changes, only expiries that are still ahead change their days.
create table code_flow (
  cg_idx integer not null,
  day date not null,
  slot integer not null,
  issued integer not null default 0,
  restored integer not null default 0,
  restored_withdrawn integer not null default 0,
  withdrawn integer not null default 0,
  redeemed integer not null default 0,
  canceled integer not null default 0,
  expired integer not null default 0,
  constraint code_flow__key PRIMARY KEY (cg_idx, day, slot),
  constraint code_flow__cg_idx_fkey FOREIGN KEY (cg_idx) REFERENCES code_batch(cg_idx) ON DELETE CASCADE
);

-- Files of codes that leaked: their unused codes were withdrawn, and as many issued as a lot of their own.
create table code_leak (
  act_idx bigint not null,
  cg_idx integer not null,
  del_idx integer,
  of_lot integer,
  of_lots integer[] not null,
  lot integer not null,
  since bigint not null,
  frozen integer not null,
  at timestamp with time zone not null,
  actor text,
  memo text not null default ''::text,
  links integer[] not null default '{}'::integer[],
  constraint code_leak_pkey PRIMARY KEY (act_idx),
  constraint code_leak__cg_idx_fkey FOREIGN KEY (cg_idx) REFERENCES code_batch(cg_idx) ON DELETE CASCADE,
  constraint code_leak__frozen_check CHECK ((frozen >= 1))
);
CREATE INDEX code_leak__cg_idx ON code_leak (cg_idx);

-- The links that open the page of one batch without an account. Of the token in a link only a hash is kept.
create table code_link (
  link_idx integer not null generated always as identity,
  cg_idx integer not null,
  token_hash bytea not null,
  password_hash text,
  lang text not null,
  created_at timestamp with time zone not null,
  created_by text,
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  downloads integer not null default 0,
  constraint code_link__token_key UNIQUE (token_hash),
  constraint code_link_pkey PRIMARY KEY (link_idx),
  constraint code_link__cg_idx_fkey FOREIGN KEY (cg_idx) REFERENCES code_batch(cg_idx) ON DELETE CASCADE
);
CREATE INDEX code_link__cg_idx_idx ON code_link (cg_idx, link_idx DESC);

-- The first issue of a batch and each raise, from 1: how many codes it has ever had, when, and who issued them.
create table code_lot (
  cg_idx integer not null,
  lot integer not null,
  issued integer not null,
  issued_at timestamp with time zone not null,
  issued_by text,
  count integer not null,
  handed_to text not null default ''::text,
  handed_on date,
  version integer not null default 1,
  constraint code_lot__key PRIMARY KEY (cg_idx, lot),
  constraint code_lot__cg_idx_fkey FOREIGN KEY (cg_idx) REFERENCES code_batch(cg_idx) ON DELETE CASCADE,
  constraint code_lot__handed_check CHECK (((handed_on IS NULL) = (handed_to = ''::text))),
  constraint code_lot__issued_check CHECK ((issued >= 1))
);

-- How many codes of each lot a lowered quantity withdrew, and how many of those had been delivered.
create table code_withdrawal (
  act_idx bigint not null,
  cg_idx integer not null,
  lot integer not null,
  codes integer not null,
  delivered integer not null,
  constraint code_withdrawal__key PRIMARY KEY (cg_idx, act_idx, lot),
  constraint code_withdrawal__cg_idx_fkey FOREIGN KEY (cg_idx) REFERENCES code_batch(cg_idx) ON DELETE CASCADE
);

create table code_zone (
  time_zone text not null,
  one boolean not null default true,
  constraint code_zone_pkey PRIMARY KEY (one),
  constraint code_zone__one_check CHECK (one)
);

CREATE FUNCTION code_end_after(day date, days integer, valid_from bigint, time_zone text)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  select extract(epoch from
    (greatest(day, (to_timestamp(valid_from) at time zone time_zone)::date) + days + 1)::timestamp at time zone time_zone)::bigint
$function$;

CREATE FUNCTION code_flows(issued_at bigint, valid_until bigint, activated_date bigint, is_canceled bigint, withdrawn boolean)
 RETURNS TABLE(at bigint, issued integer, withdrawn integer, redeemed integer, canceled integer, expired integer)
 LANGUAGE sql
 IMMUTABLE
AS $function$
  values
    (issued_at, 1, 0, 0, 0, 0),
    (activated_date, 0, 0, 1, 0, 0),
    (case when activated_date = 0 and (valid_until = 0 or valid_until > is_canceled) then is_canceled else 0 end,
      0, withdrawn::integer, 0, (not withdrawn)::integer, 0),
    (case when activated_date = 0 and valid_until > 0 and (is_canceled = 0 or valid_until <= is_canceled)
      then greatest(valid_until - 1, issued_at) else 0 end, 0, 0, 0, 0, 1)
$function$;

CREATE FUNCTION code_moments(issued_at bigint, activated_date bigint, is_canceled bigint, withdrawn boolean, ends_at bigint)
 RETURNS TABLE(at bigint, issued integer, activated integer, canceled integer, canceled_activated integer, withdrawn integer, ending integer, ending_activated integer)
 LANGUAGE sql
 IMMUTABLE
AS $function$
  values
    (issued_at, 1, 0, 0, 0, 0, 0, 0),
    (activated_date, 0, 1, 0, 0, 0, 0, 0),
    (is_canceled, 0, 0, (not withdrawn)::integer, (activated_date > 0)::integer, withdrawn::integer, 0, 0),
    (case when is_canceled = 0 then ends_at else 0 end, 0, 0, 0, 0, 0, 1, (activated_date > 0)::integer)
$function$;

CREATE FUNCTION code_now()
 RETURNS bigint
 LANGUAGE sql
AS $function$
  select extract(epoch from clock_timestamp())::bigint
$function$;

CREATE FUNCTION codes_added()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into code_day as had (
    cg_idx, lot, day, slot, issued, activated, canceled, canceled_activated, withdrawn, ending, ending_activated)
  select cg_idx, lot, (to_timestamp(at) at time zone time_zone)::date, pg_backend_pid(), sum(moments.issued * codes),
    sum(moments.activated * codes), sum(moments.canceled * codes), sum(moments.canceled_activated * codes),
    sum(moments.withdrawn * codes), sum(moments.ending * codes), sum(moments.ending_activated * codes)
  from (
    -- Alike ones together first: the codes of a batch share their times.
    select cg_idx, lot, issued_at, activated_date, is_canceled, withdrawn, ends_at, count(*) as codes
    from added where cg_idx is not null
    group by cg_idx, lot, issued_at, activated_date, is_canceled, withdrawn, ends_at
  ) alike,
  lateral code_moments(issued_at, activated_date, is_canceled, alike.withdrawn, ends_at) moments, code_zone
  where at > 0
  group by 1, 2, 3 order by 1, 2, 3
  on conflict (cg_idx, lot, day, slot) do update set
    issued = had.issued + excluded.issued, activated = had.activated + excluded.activated,
    canceled = had.canceled + excluded.canceled,
    canceled_activated = had.canceled_activated + excluded.canceled_activated,
    withdrawn = had.withdrawn + excluded.withdrawn,
    ending = had.ending + excluded.ending, ending_activated = had.ending_activated + excluded.ending_activated;
  return null;
end $function$;

CREATE FUNCTION codes_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into code_day as had (
    cg_idx, lot, day, slot, issued, activated, canceled, canceled_activated, withdrawn, ending, ending_activated)
  select cg_idx, lot, (to_timestamp(at) at time zone time_zone)::date, pg_backend_pid(), sum(moments.issued * codes),
    sum(moments.activated * codes), sum(moments.canceled * codes), sum(moments.canceled_activated * codes),
    sum(moments.withdrawn * codes), sum(moments.ending * codes), sum(moments.ending_activated * codes)
  from (
    select cg_idx, lot, issued_at, activated_date, is_canceled, withdrawn, ends_at, sum(sign) as codes
    from (select 1 as sign, after.* from after union all select -1, before.* from before) rows
    where cg_idx is not null
    group by cg_idx, lot, issued_at, activated_date, is_canceled, withdrawn, ends_at having sum(sign) <> 0
  ) alike,
  lateral code_moments(issued_at, activated_date, is_canceled, alike.withdrawn, ends_at) moments, code_zone
  where at > 0
  group by 1, 2, 3 order by 1, 2, 3
  on conflict (cg_idx, lot, day, slot) do update set
    issued = had.issued + excluded.issued, activated = had.activated + excluded.activated,
    canceled = had.canceled + excluded.canceled,
    canceled_activated = had.canceled_activated + excluded.canceled_activated,
    withdrawn = had.withdrawn + excluded.withdrawn,
    ending = had.ending + excluded.ending, ending_activated = had.ending_activated + excluded.ending_activated;
  return null;
end $function$;

CREATE FUNCTION codes_flowed()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_nestloop TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  moment constant bigint := code_now();
begin
  insert into code_flow as had
    (cg_idx, day, slot, restored, restored_withdrawn, withdrawn, redeemed, canceled, expired)
  select cg_idx, (to_timestamp(at) at time zone time_zone)::date, pg_backend_pid(), sum(restored * codes),
    sum(restored * codes * was_withdrawn::integer), sum(flow.withdrawn * codes), sum(redeemed * codes),
    sum(canceled * codes), sum(expired * codes)
  from (
    select after.cg_idx, before.withdrawn as was_withdrawn, after.withdrawn, before.valid_until as had_end,
      after.valid_until as ends, after.activated_date > 0 as is_activated, after.is_canceled > 0 as is_canceled,
      before.activated_date = 0 and before.is_canceled = 0
        and (before.valid_until = 0 or before.valid_until > moment) as was,
      after.activated_date = 0 and after.is_canceled = 0
        and (after.valid_until = 0 or after.valid_until > moment) as stays,
      count(*) as codes
    from before join after using (code)
    where after.cg_idx is not null and (before.activated_date = 0 or after.activated_date = 0)
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9
  ) alike,
  code_zone,
  lateral (values
    (moment, (stays and not was)::integer, (was and alike.withdrawn)::integer, (was and is_activated)::integer,
      (was and is_canceled and not alike.withdrawn and not is_activated)::integer,
      (was and not stays and not is_canceled and not is_activated)::integer),
    (case when was then had_end - 1 else -1 end, 0, 0, 0, 0, -1),
    (case when stays then ends - 1 else -1 end, 0, 0, 0, 0, 1)
  ) flow (at, restored, withdrawn, redeemed, canceled, expired)
  where at >= 0 and (was <> stays or had_end <> ends) and (was or stays)
  group by 1, 2 order by 1, 2
  on conflict (cg_idx, day, slot) do update set
    restored = had.restored + excluded.restored,
    restored_withdrawn = had.restored_withdrawn + excluded.restored_withdrawn,
    withdrawn = had.withdrawn + excluded.withdrawn, redeemed = had.redeemed + excluded.redeemed,
    canceled = had.canceled + excluded.canceled, expired = had.expired + excluded.expired;
  return null;
end $function$;

CREATE FUNCTION codes_flowed_in()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into code_flow as had (cg_idx, day, slot, issued, withdrawn, redeemed, canceled, expired)
  select cg_idx, (to_timestamp(at) at time zone time_zone)::date, pg_backend_pid(), sum(flows.issued * codes),
    sum(flows.withdrawn * codes), sum(flows.redeemed * codes), sum(flows.canceled * codes), sum(flows.expired * codes)
  from (
    -- Alike ones together first: the codes of a batch share their times.
    select cg_idx, issued_at, valid_until, activated_date, is_canceled, withdrawn, count(*) as codes
    from added where cg_idx is not null
    group by cg_idx, issued_at, valid_until, activated_date, is_canceled, withdrawn
  ) alike,
  lateral code_flows(issued_at, valid_until, activated_date, is_canceled, alike.withdrawn) flows, code_zone
  where at > 0
  group by 1, 2 order by 1, 2
  on conflict (cg_idx, day, slot) do update set
    issued = had.issued + excluded.issued, withdrawn = had.withdrawn + excluded.withdrawn,
    redeemed = had.redeemed + excluded.redeemed, canceled = had.canceled + excluded.canceled,
    expired = had.expired + excluded.expired;
  return null;
end $function$;

-- ── event

create table event (
  event_idx integer not null generated always as identity,
  name text not null,
  cidx integer not null,
  code text collate "C" not null,
  from bigint not null,
  until bigint not null,
  length integer not null default 0,
  participant_limit integer not null default 0,
  participants integer not null default 0,
  forced_expire boolean not null default false,
  forced_expired_date bigint not null default 0,
  paused boolean not null default false,
  group text not null default ''::text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  updated_by text,
  version integer not null default 1,
  search text not null generated always as (strip(((((name || '
'::text) || code) || '
'::text) || "group"))) stored,
  constraint event__code_key UNIQUE (code),
  constraint event_pkey PRIMARY KEY (event_idx),
  constraint event__cidx_fkey FOREIGN KEY (cidx) REFERENCES collection(cidx),
  constraint event__code_fkey FOREIGN KEY (code) REFERENCES code(code),
  constraint event__dates_check CHECK ((until > "from")),
  constraint event__forced_check CHECK ((forced_expire = (forced_expired_date > 0))),
  constraint event__full_check CHECK (((participant_limit = 0) OR (participants <= participant_limit))),
  constraint event__length_check CHECK ((length >= 0)),
  constraint event__limit_check CHECK ((participant_limit >= 0))
);
CREATE INDEX event__cidx_idx ON event (cidx);
CREATE INDEX event__from_idx ON event ("from", event_idx);
CREATE INDEX event__group_idx ON event ("group");
CREATE INDEX event__search_idx ON event USING gin (search gin_trgm_ops);

-- ── registration

-- Redemptions that were refused, for 90 days: what a learner tried, and why it failed. One row a day for what is tried again.
create table refused_try (
  try_idx bigint not null generated always as identity,
  learner_id text not null,
  code text,
  code_hash bytea not null,
  reason text not null,
  detail bigint not null default 0,
  by_kind text not null,
  by_name text not null,
  day integer not null,
  at bigint not null,
  times integer not null default 1,
  constraint refused_try__same_key UNIQUE (learner_id, code_hash, reason, by_kind, by_name, day),
  constraint refused_try__key PRIMARY KEY (try_idx),
  constraint refused_try__by_kind_check CHECK ((by_kind = ANY (ARRAY['staff'::text, 'key'::text, 'partner'::text])))
);
CREATE INDEX refused_try__at_idx ON refused_try (at);
CREATE INDEX refused_try__by_idx ON refused_try (by_kind, by_name, day);
CREATE INDEX refused_try__code_idx ON refused_try (code_hash);

create table registration (
  reg_idx bigint not null generated always as identity,
  registered_at bigint not null,
  expires_at bigint not null default 0,
  cidx integer not null,
  event_idx integer,
  learner_id text not null,
  code text collate "C",
  shown_in bigint,
  placeless boolean not null default false,
  constraint registration__code_key UNIQUE (code),
  constraint registration_pkey PRIMARY KEY (reg_idx),
  constraint registration__cidx_fkey FOREIGN KEY (cidx) REFERENCES collection(cidx),
  constraint registration__code_fkey FOREIGN KEY (code) REFERENCES code(code),
  constraint registration__event_idx_fkey FOREIGN KEY (event_idx) REFERENCES event(event_idx),
  constraint registration__shown_in_fkey FOREIGN KEY (shown_in) REFERENCES registration(reg_idx) ON DELETE SET NULL,
  constraint registration__one_check CHECK ((num_nonnulls(event_idx, code) = 1)),
  constraint registration__place_check CHECK (((NOT placeless) OR (event_idx IS NOT NULL))),
  constraint registration__shown_in_check CHECK ((shown_in <> reg_idx))
);
CREATE INDEX registration__at_idx ON registration (registered_at, reg_idx);
CREATE INDEX registration__cidx_idx ON registration (cidx, reg_idx);
CREATE INDEX registration__ends_idx ON registration (expires_at) WHERE (expires_at > 0);
CREATE INDEX registration__event_idx ON registration (event_idx, reg_idx) WHERE (event_idx IS NOT NULL);
CREATE UNIQUE INDEX registration__event_key ON registration (event_idx, learner_id) WHERE ((event_idx IS NOT NULL) AND (NOT placeless));
CREATE INDEX registration__learner_idx ON registration (learner_id, reg_idx);
CREATE INDEX registration__shown_in_idx ON registration (shown_in) WHERE (shown_in IS NOT NULL);
CREATE TRIGGER registration__added AFTER INSERT ON registration REFERENCING NEW TABLE AS registrations FOR EACH STATEMENT EXECUTE FUNCTION registrations_counted();
CREATE TRIGGER registration__changed AFTER UPDATE ON registration REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION registrations_changed();
CREATE TRIGGER registration__removed AFTER DELETE ON registration REFERENCING OLD TABLE AS registrations FOR EACH STATEMENT EXECUTE FUNCTION registrations_counted();

-- How many registrations each collection got on each day, by batch or event, with the day they end and whether they are cancelled.
-- Kept as code_day is: by triggers on "registration" and on "code", in slots that a job folds, in days of registration_zone.
-- A registration by an access code ends and is cancelled with its code, so a change of the code moves it here too.
-- "Active" is the sum of those that are not cancelled and end on a later day or never (ends is infinity).
create table registration_day (
  cidx integer not null,
  cg_idx integer not null,
  event_idx integer not null,
  day date not null,
  slot integer not null,
  registrations integer not null,
  ends date not null,
  canceled boolean not null,
  constraint registration_day__key PRIMARY KEY (cidx, cg_idx, event_idx, day, ends, canceled, slot)
);
CREATE INDEX registration_day__day_idx ON registration_day (day);

create table registration_zone (
  time_zone text not null,
  one boolean not null default true,
  constraint registration_zone_pkey PRIMARY KEY (one),
  constraint registration_zone__one_check CHECK (one)
);

CREATE FUNCTION codes_of_registrations_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  -- A statement without any value of its own would keep its first plan.
  zone text := (select time_zone from registration_zone);
begin
  insert into registration_day as had (cidx, cg_idx, event_idx, day, ends, canceled, slot, registrations)
  select r.cidx, coalesce(a.cg_idx, 0), coalesce(r.event_idx, 0), (to_timestamp(r.registered_at) at time zone zone)::date,
    end_day(side.ends_at, zone), side.canceled, pg_backend_pid(), sum(side.sign)
  from after a join before b using (code) join registration r using (code),
    lateral (values (1, a.expired_date, a.is_canceled > 0), (-1, b.expired_date, b.is_canceled > 0)) side (sign, ends_at, canceled)
  where a.activated_date > 0 and (a.expired_date, a.is_canceled > 0) is distinct from (b.expired_date, b.is_canceled > 0)
  group by 1, 2, 3, 4, 5, 6 having sum(side.sign) <> 0 order by 1, 2, 3, 4, 5, 6
  on conflict (cidx, cg_idx, event_idx, day, ends, canceled, slot)
  do update set registrations = had.registrations + excluded.registrations;
  return null;
end $function$;

CREATE FUNCTION end_day(at bigint, zone text)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when at = 0 then 'infinity'::date else (to_timestamp(at) at time zone zone)::date end
$function$;

CREATE FUNCTION registrations_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into registration_day as had (cidx, cg_idx, event_idx, day, ends, canceled, slot, registrations)
  select r.cidx, coalesce(c.cg_idx, 0), coalesce(r.event_idx, 0),
    (to_timestamp(r.registered_at) at time zone time_zone)::date, end_day(coalesce(c.expired_date, r.expires_at), time_zone),
    coalesce(c.is_canceled > 0, false), pg_backend_pid(), sum(sign)
  from (select 1 as sign, after.* from after union all select -1, before.* from before) r
  left join code c using (code), registration_zone
  group by 1, 2, 3, 4, 5, 6 having sum(sign) <> 0 order by 1, 2, 3, 4, 5, 6
  on conflict (cidx, cg_idx, event_idx, day, ends, canceled, slot)
  do update set registrations = had.registrations + excluded.registrations;
  return null;
end $function$;

CREATE FUNCTION registrations_counted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into registration_day as had (cidx, cg_idx, event_idx, day, ends, canceled, slot, registrations)
  select r.cidx, coalesce(c.cg_idx, 0), coalesce(r.event_idx, 0),
    (to_timestamp(r.registered_at) at time zone time_zone)::date, end_day(coalesce(c.expired_date, r.expires_at), time_zone),
    coalesce(c.is_canceled > 0, false), pg_backend_pid(), count(*) * case tg_op when 'INSERT' then 1 else -1 end
  from registrations r left join code c using (code), registration_zone
  group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
  on conflict (cidx, cg_idx, event_idx, day, ends, canceled, slot)
  do update set registrations = had.registrations + excluded.registrations;
  return null;
end $function$;

-- ── reservation

create table reservation (
  res_idx integer not null generated always as identity,
  cid text not null,
  cidx integer,
  target text not null,
  locale text,
  field text[] not null generated always as (
CASE target
    WHEN 'price'::text THEN ARRAY['prices'::text]
    WHEN 'description'::text THEN ARRAY['multi_lang_data'::text, locale, 'description'::text]
    ELSE ARRAY['images'::text, replace(target, '_img'::text, ''::text)]
END) stored,
  value jsonb not null,
  has_image boolean not null default false,
  apply_at timestamp with time zone not null,
  zone text not null,
  based_on integer not null,
  anyway boolean not null default false,
  follows integer,
  status text not null default 'scheduled'::text,
  problem jsonb,
  applied_version integer,
  ended_at timestamp with time zone,
  created_at timestamp with time zone not null,
  created_by text,
  updated_at timestamp with time zone not null,
  updated_by text,
  version integer not null default 1,
  foreseen jsonb,
  awaits integer,
  constraint reservation_pkey PRIMARY KEY (res_idx),
  constraint reservation__cidx_fkey FOREIGN KEY (cidx) REFERENCES collection(cidx) ON DELETE SET NULL,
  constraint reservation__follows_fkey FOREIGN KEY (follows) REFERENCES reservation(res_idx) ON DELETE SET NULL,
  constraint reservation__locale_check CHECK ((locale = ANY (ARRAY['en'::text, 'es'::text, 'jp'::text, 'ko'::text, 'tr'::text]))),
  constraint reservation__status_check CHECK ((status = ANY (ARRAY['scheduled'::text, 'applied'::text, 'failed'::text, 'cancelled'::text]))),
  constraint reservation__target_check CHECK ((target = ANY (ARRAY['description'::text, 'price'::text, 'cover_img'::text, 'thumb_img'::text, 'list_img'::text]))),
  constraint reservation__text_check CHECK (((target = 'description'::text) = (locale IS NOT NULL)))
);
CREATE INDEX reservation__apply_at_idx ON reservation (apply_at, res_idx);
CREATE INDEX reservation__cidx_idx ON reservation (cidx);
CREATE INDEX reservation__due_idx ON reservation (apply_at, res_idx) WHERE (status = 'scheduled'::text);
CREATE INDEX reservation__failed_idx ON reservation (ended_at) WHERE (status = 'failed'::text);
CREATE INDEX reservation__follows_idx ON reservation (follows) WHERE (follows IS NOT NULL);
CREATE INDEX reservation__waiting_idx ON reservation (cid, field, apply_at, res_idx) WHERE (status = 'scheduled'::text);

-- ── guide

create table guide (
  gui_id text not null,
  updated_at timestamp with time zone not null,
  updated_by text,
  constraint guide__key PRIMARY KEY (gui_id),
  constraint guide__gui_id_check CHECK ((gui_id ~ '^[a-z0-9_]{1,64}$'::text))
);

create table guide_item (
  itm_idx integer not null generated always as identity,
  gui_id text not null,
  place integer not null,
  link_title text not null,
  title text not null,
  description text not null,
  legend text not null,
  btn_title text not null,
  btn_link text not null,
  start integer not null,
  length integer not null,
  cover jsonb,
  version integer not null default 1,
  constraint guide_item__place_key UNIQUE (gui_id, place) DEFERRABLE,
  constraint guide_item__key PRIMARY KEY (itm_idx),
  constraint guide_item__gui_id_fkey FOREIGN KEY (gui_id) REFERENCES guide(gui_id),
  constraint guide_item__range_check CHECK ((((start >= 1) AND (start <= 10)) AND (length >= 1) AND (((start + length) - 1) <= 10)))
);
CREATE INDEX guide_item__cover_idx ON guide_item (((cover ->> 'folder'::text)));

-- ── webhook

create table webhook (
  wh_idx integer not null generated always as identity,
  name text not null,
  url text not null,
  kinds text[] not null,
  active boolean not null,
  secret bytea not null,
  old_secret bytea,
  old_secret_until timestamp with time zone,
  cursor text not null,
  failing_since timestamp with time zone,
  failures integer not null default 0,
  next_at timestamp with time zone,
  stopped_at timestamp with time zone,
  claim uuid,
  claimed_until timestamp with time zone,
  version integer not null default 1,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  updated_by text,
  registrations_at timestamp with time zone,
  constraint webhook__key PRIMARY KEY (wh_idx)
);

create table webhook_delivery (
  del_idx bigint not null generated always as identity,
  wh_idx integer not null,
  msg_id text not null,
  kind text not null,
  id text,
  payload text not null,
  state text not null default 'waiting'::text,
  created_at timestamp with time zone not null,
  attempts integer not null default 0,
  sent_at timestamp with time zone,
  duration_ms integer,
  status integer,
  response text,
  problem text,
  constraint webhook_delivery__key PRIMARY KEY (del_idx),
  constraint webhook_delivery__webhook_fkey FOREIGN KEY (wh_idx) REFERENCES webhook(wh_idx) ON DELETE CASCADE,
  constraint webhook_delivery__state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'delivered'::text, 'failed'::text])))
);
CREATE INDEX webhook_delivery__created_idx ON webhook_delivery (created_at) WHERE (state <> 'waiting'::text);
CREATE INDEX webhook_delivery__list_idx ON webhook_delivery (wh_idx, del_idx DESC);
CREATE INDEX webhook_delivery__waiting_idx ON webhook_delivery (wh_idx, del_idx) WHERE (state = 'waiting'::text);

-- The registrations that a webhook has yet to be told of: its cursor is past their changes.
create table webhook_registration (
  wh_idx integer not null,
  cidx integer not null,
  registrations integer not null,
  constraint webhook_registration__key PRIMARY KEY (wh_idx, cidx),
  constraint webhook_registration__cidx_fkey FOREIGN KEY (cidx) REFERENCES collection(cidx) ON DELETE CASCADE,
  constraint webhook_registration__webhook_fkey FOREIGN KEY (wh_idx) REFERENCES webhook(wh_idx) ON DELETE CASCADE
);

-- ── portal

create table preview_link (
  link_idx integer not null generated always as identity,
  of_entity text not null,
  of_id text not null,
  shown_at double precision not null,
  ends_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  created_by text,
  release integer,
  plan integer,
  constraint preview_link__key PRIMARY KEY (link_idx),
  constraint preview_link__plan_fkey FOREIGN KEY (plan) REFERENCES approval(appr_idx) ON DELETE CASCADE,
  constraint preview_link__release_fkey FOREIGN KEY (release) REFERENCES release(rel_idx) ON DELETE CASCADE
);
CREATE INDEX preview_link__ends_idx ON preview_link (ends_at);
CREATE INDEX preview_link__of_idx ON preview_link (of_entity, of_id);

-- ── home

-- Tasks of the start page that a person was mailed about; a row goes with its task, so that the next one is mailed again. Also the weeks that they were mailed.
create table home_mailed (
  staff_idx integer not null,
  task text not null,
  at timestamp with time zone not null,
  constraint home_mailed__key PRIMARY KEY (staff_idx, task),
  constraint home_mailed__staff_fk FOREIGN KEY (staff_idx) REFERENCES staff(staff_idx) ON DELETE CASCADE
);

-- A row of the start page that one person does not see until a time; without a time, until it grows.
-- "things" is how many things each of its tasks was about, by task. It has grown once a task is new or about more things.
create table task_snooze (
  staff_idx integer not null,
  kind text not null,
  until timestamp with time zone,
  things jsonb not null,
  constraint task_snooze__key PRIMARY KEY (staff_idx, kind),
  constraint task_snooze__staff_idx_fkey FOREIGN KEY (staff_idx) REFERENCES staff(staff_idx) ON DELETE CASCADE
);

-- A row of the start page that one person deals with, which everybody sees until then.
create table task_taken (
  kind text not null,
  staff_idx integer not null,
  until timestamp with time zone not null,
  things jsonb not null,
  constraint task_taken__key PRIMARY KEY (kind),
  constraint task_taken__staff_idx_fkey FOREIGN KEY (staff_idx) REFERENCES staff(staff_idx) ON DELETE CASCADE
);

-- ── release

create table release (
  rel_idx integer not null generated always as identity,
  name text not null,
  apply_at timestamp with time zone,
  zone text not null,
  status text not null default 'draft'::text,
  problem jsonb,
  act_idx bigint,
  steps jsonb,
  ended_at timestamp with time zone,
  created_at timestamp with time zone not null,
  created_by text,
  updated_at timestamp with time zone not null,
  updated_by text,
  version integer not null default 1,
  awaits integer,
  constraint release__key PRIMARY KEY (rel_idx),
  constraint release__status_check CHECK ((status = ANY (ARRAY['draft'::text, 'scheduled'::text, 'applied'::text, 'failed'::text, 'cancelled'::text]))),
  constraint release__time_check CHECK (((status <> 'scheduled'::text) OR (apply_at IS NOT NULL)))
);
CREATE INDEX release__due_idx ON release (apply_at, rel_idx) WHERE (status = 'scheduled'::text);
CREATE INDEX release__open_idx ON release (rel_idx) WHERE (status = ANY (ARRAY['draft'::text, 'scheduled'::text, 'failed'::text]));

create table release_change (
  chg_idx integer not null generated always as identity,
  rel_idx integer not null,
  kind text not null,
  record_id text not null,
  fields jsonb not null,
  base jsonb not null,
  reason text,
  anyway boolean not null default false,
  put_at timestamp with time zone not null,
  put_by text,
  version integer not null default 1,
  constraint release_change__record_key UNIQUE (rel_idx, kind, record_id),
  constraint release_change__key PRIMARY KEY (chg_idx),
  constraint release_change__rel_idx_fkey FOREIGN KEY (rel_idx) REFERENCES release(rel_idx) ON DELETE CASCADE
);
CREATE INDEX release_change__record_idx ON release_change (kind, record_id);

-- Files that a change in a release named at some time: they stay until a day after the release is over. Audio by its key, an image by its folder.
create table release_file (
  rel_idx integer not null,
  file text not null,
  constraint release_file__key PRIMARY KEY (file, rel_idx),
  constraint release_file__rel_idx_fkey FOREIGN KEY (rel_idx) REFERENCES release(rel_idx) ON DELETE CASCADE
);
CREATE INDEX release_file__rel_idx ON release_file (rel_idx);

-- ── texts

create table text_import (
  timp_idx integer not null generated always as identity,
  file_name text not null,
  status text not null default 'ready'::text,
  created_at timestamp with time zone not null,
  created_by text,
  act_idx bigint,
  constraint text_import__key PRIMARY KEY (timp_idx),
  constraint text_import__status_check CHECK ((status = ANY (ARRAY['ready'::text, 'applied'::text, 'undone'::text])))
);

-- A text in a file that came back. "place" is its cell in a sheet; the marks stand for the texts that the file left with,
-- of the language translated from and of its own. "problem" is why the text can never be saved, "before" the text that the apply replaced.
create table text_import_cell (
  timp_idx integer not null,
  nth integer not null,
  place text,
  kind text not null,
  record_id text not null,
  field text not null,
  locale text not null,
  source_locale text,
  source_mark text,
  base_mark text,
  given text not null,
  problem jsonb,
  before text,
  paragraphs jsonb,
  origins jsonb,
  constraint text_import_cell__key PRIMARY KEY (timp_idx, nth),
  constraint text_import_cell__timp_idx_fkey FOREIGN KEY (timp_idx) REFERENCES text_import(timp_idx) ON DELETE CASCADE
);

-- ── calendar

-- Of the token in an address only a hash is kept.
create table calendar_link (
  link_idx integer not null generated always as identity,
  staff_idx integer not null,
  token_hash bytea not null,
  lang text not null,
  created_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  constraint calendar_link__token_key UNIQUE (token_hash),
  constraint calendar_link__key PRIMARY KEY (link_idx),
  constraint calendar_link__staff_idx_fkey FOREIGN KEY (staff_idx) REFERENCES staff(staff_idx) ON DELETE CASCADE
);
CREATE INDEX calendar_link__staff_idx ON calendar_link (staff_idx, link_idx DESC);

-- ── content

-- Content files that were uploaded for a release, or that a book left: they stay a day, and as long as a release waits with them.
create table kept_content (
  file_key text not null,
  kind text not null,
  cover_key text,
  file_name text not null,
  size bigint not null,
  unpacked bigint not null,
  entries integer not null,
  package jsonb,
  uploaded_at timestamp with time zone not null,
  uploaded_by text,
  unused_since timestamp with time zone not null,
  epub_check jsonb,
  constraint kept_content__key PRIMARY KEY (file_key),
  constraint kept_content__kind_check CHECK ((kind = ANY (ARRAY['epub'::text, 'zip'::text])))
);
CREATE INDEX kept_content__cover_idx ON kept_content (cover_key) WHERE (cover_key IS NOT NULL);
CREATE INDEX kept_content__unused_idx ON kept_content (unused_since);

create table kept_epub_check (
  file_key text not null,
  status text not null,
  requested_at timestamp with time zone not null,
  checked_at timestamp with time zone,
  tool text,
  messages jsonb not null default '[]'::jsonb,
  left_out integer not null default 0,
  accessibility jsonb,
  constraint kept_epub_check__key PRIMARY KEY (file_key),
  constraint kept_epub_check__file_key_fkey FOREIGN KEY (file_key) REFERENCES kept_content(file_key) ON DELETE CASCADE,
  constraint kept_epub_check__status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'passed'::text, 'warnings'::text, 'failed'::text])))
);
CREATE INDEX kept_epub_check__status_idx ON kept_epub_check (status, requested_at);

-- ── thread

-- What staff write to each other about a record, or about a field of it. record_key is the key that the record keeps, also when its id changes and when an undo brings it back: without that record the thread is not shown.
create table thread (
  thread_idx integer not null generated always as identity,
  kind text not null,
  record_key text not null,
  field text not null default ''::text,
  opened_by integer,
  opened_at timestamp with time zone not null,
  resolved_by integer,
  resolved_at timestamp with time zone,
  handed_to integer,
  handed_until date,
  version integer not null default 1,
  constraint thread__key PRIMARY KEY (thread_idx),
  constraint thread__handed_to_fk FOREIGN KEY (handed_to) REFERENCES staff(staff_idx) ON DELETE SET NULL,
  constraint thread__opened_by_fk FOREIGN KEY (opened_by) REFERENCES staff(staff_idx) ON DELETE SET NULL,
  constraint thread__resolved_by_fk FOREIGN KEY (resolved_by) REFERENCES staff(staff_idx) ON DELETE SET NULL,
  constraint thread__handed_check CHECK (((handed_to IS NULL) OR (handed_until IS NOT NULL)))
);
CREATE INDEX thread__handed_idx ON thread (handed_to) WHERE ((resolved_at IS NULL) AND (handed_to IS NOT NULL));
CREATE INDEX thread__record_idx ON thread (kind, record_key);

-- Whom a message names: it is in that person's inbox until they have seen it.
create table thread_mention (
  msg_idx integer not null,
  staff_idx integer not null,
  seen_at timestamp with time zone,
  constraint thread_mention__key PRIMARY KEY (msg_idx, staff_idx),
  constraint thread_mention__message_fk FOREIGN KEY (msg_idx) REFERENCES thread_message(msg_idx) ON DELETE CASCADE,
  constraint thread_mention__staff_fk FOREIGN KEY (staff_idx) REFERENCES staff(staff_idx) ON DELETE CASCADE
);
CREATE INDEX thread_mention__unseen_idx ON thread_mention (staff_idx) WHERE (seen_at IS NULL);

-- Of a deleted message, only who wrote it and who deleted it is left.
create table thread_message (
  msg_idx integer not null generated always as identity,
  thread_idx integer not null,
  written_by integer,
  written_at timestamp with time zone not null,
  text text not null,
  edited_at timestamp with time zone,
  deleted_by integer,
  deleted_at timestamp with time zone,
  version integer not null default 1,
  constraint thread_message__key PRIMARY KEY (msg_idx),
  constraint thread_message__deleted_by_fk FOREIGN KEY (deleted_by) REFERENCES staff(staff_idx) ON DELETE SET NULL,
  constraint thread_message__thread_fk FOREIGN KEY (thread_idx) REFERENCES thread(thread_idx) ON DELETE CASCADE,
  constraint thread_message__written_by_fk FOREIGN KEY (written_by) REFERENCES staff(staff_idx) ON DELETE SET NULL,
  constraint thread_message__deleted_check CHECK (((deleted_at IS NULL) OR (text = ''::text))),
  constraint thread_message__text_check CHECK ((length(text) <= 8000))
);
CREATE INDEX thread_message__newest_idx ON thread_message (thread_idx, msg_idx);
CREATE INDEX thread_message__text_idx ON thread_message USING gin (strip(text) gin_trgm_ops) WHERE (deleted_at IS NULL);

-- ── mail

-- Mails to send and sent. content is what it says, without the link that opens something: that is made as it is sent. unsure: whether it arrived is unknown, so it is sent again only if somebody says so.
create table mail (
  mail_idx bigint not null generated always as identity,
  kind text not null,
  staff_idx integer,
  address text not null,
  locale text not null,
  subject text not null,
  content jsonb not null,
  state text not null default 'waiting'::text,
  tries integer not null default 0,
  reason text,
  answer text,
  message_id uuid not null default gen_random_uuid(),
  created_at timestamp with time zone not null,
  next_at timestamp with time zone,
  sent_at timestamp with time zone,
  claim uuid,
  claimed_until timestamp with time zone,
  constraint mail__key PRIMARY KEY (mail_idx),
  constraint mail__staff_fk FOREIGN KEY (staff_idx) REFERENCES staff(staff_idx) ON DELETE CASCADE,
  constraint mail__address_check CHECK ((length(address) <= 254)),
  constraint mail__state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sent'::text, 'failed'::text, 'unsure'::text])))
);
CREATE INDEX mail__claimed_idx ON mail (claimed_until) WHERE (claimed_until IS NOT NULL);
CREATE INDEX mail__created_idx ON mail (created_at);
CREATE INDEX mail__due_idx ON mail (next_at, mail_idx) WHERE ((state = 'waiting'::text) AND (claim IS NULL));
CREATE INDEX mail__staff_idx ON mail (staff_idx);

-- ── mailing

-- Reports and statements that are mailed to addresses each week or month. next_at is when the next one is due: the transaction that makes its mails sets the one after it.
create table mailing (
  mailing_idx integer not null generated always as identity,
  name text not null,
  source text not null,
  cust_idx integer,
  format text not null,
  addresses text not null,
  locale text not null,
  rhythm text not null,
  day integer not null,
  hour integer not null,
  active boolean not null default true,
  next_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  created_by text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  updated_by text,
  version integer not null default 1,
  filter text not null default ''::text,
  view_idx integer,
  constraint mailing__key PRIMARY KEY (mailing_idx),
  constraint mailing__customer_fk FOREIGN KEY (cust_idx) REFERENCES customer(cust_idx),
  constraint mailing__day_check CHECK (((day >= 1) AND (day <=
CASE rhythm
    WHEN 'week'::text THEN 7
    ELSE 31
END))),
  constraint mailing__format_check CHECK ((format = ANY (ARRAY['xlsx'::text, 'csv'::text, 'pdf'::text]))),
  constraint mailing__hour_check CHECK (((hour >= 0) AND (hour <= 23))),
  constraint mailing__rhythm_check CHECK ((rhythm = ANY (ARRAY['week'::text, 'month'::text])))
);
CREATE INDEX mailing__customer_idx ON mailing (cust_idx);
CREATE INDEX mailing__due_idx ON mailing (next_at) WHERE active;

-- ── learner

-- Learners that acts of staff named. The trail has the number: an address of it never has the ID.
create table learner (
  learner_idx integer not null generated always as identity,
  learner_id text not null,
  erased_at timestamp with time zone,
  constraint learner__learner_id_key UNIQUE (learner_id),
  constraint learner__key PRIMARY KEY (learner_idx)
);

-- ── approval

-- Acts that need another person. What was planned was done in a transaction and taken back: "plan" tells it, "digest" recognizes it, and "call" does it again. A release or scheduled change is named instead; it is applied at its time, once nobody waits for approval.
create table approval (
  appr_idx integer not null generated always as identity,
  kind text not null,
  status text not null default 'waiting'::text,
  call jsonb,
  entity text,
  entity_id text,
  title text not null,
  plan jsonb not null,
  digest text not null,
  planners text[] not null,
  created_at timestamp with time zone not null,
  created_by text not null,
  changed_at timestamp with time zone,
  decided_at timestamp with time zone,
  decided_by text,
  message text,
  version integer not null default 1,
  key_idx integer,
  assistant text,
  why text,
  needs text,
  given jsonb,
  edits jsonb,
  pages jsonb,
  constraint approval__key PRIMARY KEY (appr_idx),
  constraint approval__assistant_check CHECK ((((assistant IS NULL) = (key_idx IS NULL)) AND ((assistant IS NULL) OR (call IS NOT NULL)))),
  constraint approval__origin_check CHECK (((call IS NULL) = (entity IS NOT NULL))),
  constraint approval__status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'approved'::text, 'applied'::text, 'overridden'::text, 'returned'::text, 'withdrawn'::text])))
);
CREATE INDEX approval__created_idx ON approval (created_at);
CREATE INDEX approval__key_idx ON approval (key_idx, appr_idx) WHERE (key_idx IS NOT NULL);
CREATE INDEX approval__open_idx ON approval (appr_idx) WHERE (status = ANY (ARRAY['waiting'::text, 'returned'::text]));
CREATE UNIQUE INDEX approval__set_key ON approval (entity, entity_id) WHERE ((entity IS NOT NULL) AND (status = ANY (ARRAY['waiting'::text, 'approved'::text, 'returned'::text])));

-- ── vending

-- Codes that shops drew, each for one order number of one key, for ever: a revoked key leaves its orders. Times are in seconds; "asked" counts how often the order asked for its code.
create table code_order (
  ord_idx bigint not null generated always as identity,
  at bigint not null,
  returned_at bigint not null default 0,
  key_idx integer not null,
  cg_idx integer not null,
  lot integer not null,
  asked integer not null default 1,
  price numeric not null,
  currency text not null,
  order text collate "C" not null,
  code text collate "C" not null,
  sold_by text not null,
  former text[] not null default '{}'::text[],
  constraint code_order__code_key UNIQUE (code),
  constraint code_order__order_key UNIQUE (key_idx, "order"),
  constraint code_order__key PRIMARY KEY (ord_idx),
  constraint code_order__code_fkey FOREIGN KEY (code) REFERENCES code(code) ON DELETE CASCADE
);
CREATE INDEX code_order__at_idx ON code_order (key_idx, at, ord_idx);
CREATE INDEX code_order__batch_idx ON code_order (cg_idx, ord_idx);
CREATE INDEX code_order__drawn_idx ON code_order (cg_idx, code);

-- What an API key of the scope "vend" may draw: from which batches, in this order, and how many codes in all.
create table vend_key (
  key_idx integer not null,
  batches integer[] not null,
  quota integer not null,
  drawn integer not null default 0,
  version integer not null default 1,
  constraint vend_key__key PRIMARY KEY (key_idx),
  constraint vend_key__key_idx_fkey FOREIGN KEY (key_idx) REFERENCES api_key(key_idx) ON DELETE CASCADE,
  constraint vend_key__quota_check CHECK (((drawn >= 0) AND (drawn <= quota)))
);

-- ── fault

create table fault_dismissed (
  fault text not null,
  record_id text not null,
  digest text,
  reason text not null,
  act_idx bigint not null,
  at timestamp with time zone not null,
  by text,
  constraint fault_dismissed__key PRIMARY KEY (fault, record_id)
);
CREATE INDEX fault_dismissed__act_idx ON fault_dismissed (act_idx);

-- ── assistant

-- How often the key of an assistant was used in a minute, for its limit.
create table assistant_use (
  key_idx integer not null,
  minute timestamp with time zone not null,
  calls integer not null,
  constraint assistant_use__key PRIMARY KEY (key_idx, minute)
);

-- ── proof

-- Rows in which a learner was erased after they were sealed.
create table trail_amended (
  audit_idx bigint not null,
  proof bytea not null,
  constraint trail_amended_pkey PRIMARY KEY (audit_idx)
);

-- Where the chain stands. All rows of the trail up to low are sealed; mark becomes low when all transactions before mark_xact have ended.
create table trail_chain (
  chain_idx integer not null default 1,
  key bytea not null,
  rows bigint not null default 0,
  link bytea not null,
  sealed_at timestamp with time zone,
  low bigint not null default 0,
  low_rows bigint not null default 0,
  mark bigint,
  mark_rows bigint,
  mark_xact xid8,
  pruned bigint not null default 0,
  pruned_proof bytea,
  constraint trail_chain_pkey PRIMARY KEY (chain_idx),
  constraint trail_chain__single_check CHECK ((chain_idx = 1))
);

-- How far the receiver of the trail has it: cursor is a number of sealed rows.
create table trail_outlet (
  outlet_idx integer not null default 1,
  cursor bigint not null default 0,
  claim uuid,
  claimed_until timestamp with time zone,
  sent_at timestamp with time zone,
  failing_since timestamp with time zone,
  failures integer not null default 0,
  next_at timestamp with time zone,
  problem text,
  constraint trail_outlet_pkey PRIMARY KEY (outlet_idx),
  constraint trail_outlet__single_check CHECK ((outlet_idx = 1))
);

create table trail_seal (
  rows bigint not null,
  at timestamp with time zone not null,
  idxs bigint[] not null,
  links bytea not null,
  constraint trail_seal_pkey PRIMARY KEY (rows)
);

CREATE FUNCTION number_before_trail()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_current_xact_id();
  return null;
end $function$;

CREATE FUNCTION trail_leaf(a audit)
 RETURNS bytea
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select sha256(convert_to('[' || a.audit_idx || ', ' || (extract(epoch from a.at) * 1000000)::bigint
    || ', ' || coalesce(to_json(a.actor)::text, 'null') || ', ' || to_json(a.entity)::text
    || ', ' || to_json(a.entity_id)::text || ', ' || to_json(a.action)::text
    || ', ' || coalesce(a.before::text, 'null') || ', ' || coalesce(a.after::text, 'null')
    || ', ' || coalesce(to_json(a.reason)::text, 'null') || ', ' || coalesce(to_json(a.request_id)::text, 'null')
    || ', ' || coalesce(a.act_idx::text, 'null') || ', ' || coalesce(a.undoes::text, 'null')
    || ', ' || coalesce(to_json(a.of_entity)::text, 'null') || ', ' || coalesce(to_json(a.of_id)::text, 'null')
    || ', ' || coalesce(a.part_of::text, 'null') || ', ' || coalesce(a.undoes_some::text, 'null')
    || ', ' || coalesce(to_json(a.approved_by)::text, 'null') || ', ' || coalesce(to_json(a.assistant)::text, 'null')
    || ', ' || coalesce(to_json(a.key_name)::text, 'null') || ']', 'UTF8'))
$function$;

-- ── apikey

-- How often a key made a call on a day of the office, for 30 days. Instances add to it every few seconds.
create table key_use (
  key_idx integer not null,
  day date not null,
  call text not null,
  calls integer not null,
  deprecated text[] not null default '{}'::text[],
  constraint key_use__key PRIMARY KEY (key_idx, day, call)
);

-- ── audit

CREATE FUNCTION part_by_reason()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.part_of := (
    select max(o.act_idx) from audit o
    where o.entity = 'release' and o.entity_id = substring(new.reason from '^Release (\d+): ')
      and o.action = 'release.applied' and o.at = new.at and o.request_id is not distinct from new.request_id);
  return new;
end $function$;

-- ── term

-- Terms of the house: what texts in other languages say wherever the English has the term. A field of a language has forms separated by commas, the usual one first.
create table term (
  term_idx integer not null generated always as identity,
  term text not null,
  note text not null default ''::text,
  keep boolean not null default false,
  es text not null default ''::text,
  jp text not null default ''::text,
  ko text not null default ''::text,
  tr text not null default ''::text,
  pattern text not null,
  former jsonb not null default '[]'::jsonb,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  updated_by text,
  version integer not null default 1,
  constraint term__key PRIMARY KEY (term_idx)
);
CREATE UNIQUE INDEX term__term_key ON term (strip(term));

-- ── draft

-- The key for the provider of drafts, sealed. It is sent to no other origin than the one it was given for.
create table draft_key (
  key_idx integer not null,
  origin text not null,
  sealed bytea not null,
  set_by text,
  set_at timestamp with time zone not null,
  constraint draft_key__key PRIMARY KEY (key_idx),
  constraint draft_key__one_check CHECK ((key_idx = 1))
);

-- The characters that were sent to a provider in a month, YYYY-MM. Whoever sends more adds to it first.
create table draft_month (
  month text not null,
  characters bigint not null default 0,
  constraint draft_month__key PRIMARY KEY (month),
  constraint draft_month__characters_check CHECK ((characters >= 0))
);

-- What somebody requested of a provider at once, for 90 days. month is the one its characters count for, YYYY-MM.
create table draft_request (
  req_idx integer not null generated always as identity,
  provider text not null,
  month text not null,
  requested_by text,
  requested_at timestamp with time zone not null,
  constraint draft_request__key PRIMARY KEY (req_idx)
);
CREATE INDEX draft_request__at_idx ON draft_request (requested_at);

-- A text of a record as a machine translated it. It is shown while the text it was made from and the one it is for are those of then (source_digest, over_digest); used says that this has ended.
create table machine_draft (
  draft_idx integer not null generated always as identity,
  req_idx integer not null,
  kind text not null,
  record_key text not null,
  from_locale text not null,
  locale text not null,
  field text not null,
  characters integer not null,
  source_digest text not null,
  over_digest text not null,
  state text not null default 'queued'::text,
  text text,
  problem jsonb,
  ended_at timestamp with time zone,
  constraint machine_draft__key PRIMARY KEY (draft_idx),
  constraint machine_draft__request_fk FOREIGN KEY (req_idx) REFERENCES draft_request(req_idx) ON DELETE CASCADE,
  constraint machine_draft__problem_check CHECK (((problem IS NOT NULL) = (state = 'refused'::text))),
  constraint machine_draft__state_check CHECK ((state = ANY (ARRAY['queued'::text, 'running'::text, 'waiting'::text, 'refused'::text, 'dropped'::text, 'used'::text]))),
  constraint machine_draft__text_check CHECK (((text IS NOT NULL) = (state = ANY (ARRAY['waiting'::text, 'dropped'::text, 'used'::text]))))
);
CREATE UNIQUE INDEX machine_draft__open_idx ON machine_draft (kind, record_key, locale, field) WHERE (state = ANY (ARRAY['queued'::text, 'running'::text, 'waiting'::text]));
CREATE INDEX machine_draft__record_idx ON machine_draft (kind, record_key);
CREATE INDEX machine_draft__request_idx ON machine_draft (req_idx);

-- ── feature

CREATE FUNCTION is_changed_by_spreadsheet(code text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((code ~ '^([0-9].*[0-9]|[A-Z]+[0-9]+)$'::text) AND (code ~* '^(?:0\d+|\d+(?:[.,]\d+)?E[+-]?\d+|(?!97[89]\d{10}$)\d{12,})$|^(?:\d{1,2}-\d{1,2}(?:-\d{1,4})?|\d{1,2}-?(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)(?:-?\d{1,4})?|(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)-?\d{1,4})$'::text));

CREATE FUNCTION isbn_is_odd(isbn text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((isbn !~ '^([0-9]{9}[0-9X]|[0-9]{13})$'::text) OR (NOT isbn_adds_up(isbn)));
