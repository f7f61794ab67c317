-- guide: series guides, items on a timeline of ten age ranges
create table guide (
  -- as staff chose it, in lower case; the row goes with its last item, and is the lock of all of them
  gui_id text constraint guide__key primary key
    constraint guide__gui_id_check check (gui_id ~ '^[a-z0-9_]{1,64}$'),
  updated_at timestamptz not null,
  updated_by text
);

create table guide_item (
  itm_idx integer generated always as identity constraint guide_item__key primary key,
  gui_id text not null constraint guide_item__gui_id_fkey references guide,
  -- from 1 without gaps
  place integer not null,
  link_title text not null,
  title text not null,
  description text not null,
  -- labels, separated by commas
  legend text not null,
  btn_title text not null,
  btn_link text not null,
  -- the first of the ten columns it covers, and how many
  start integer not null,
  length integer not null,
  -- the stored image: folder, file_name, width, height, size
  cover jsonb,
  version integer not null default 1,
  constraint guide_item__place_key unique (gui_id, place) deferrable initially immediate,
  constraint guide_item__range_check check (start between 1 and 10 and length >= 1 and start + length - 1 <= 10)
);
create index guide_item__cover_idx on guide_item ((cover ->> 'folder'));
