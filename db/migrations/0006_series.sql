-- series: series in order of difficulty, and the ordered levels of each
create table series (
  ser_idx integer generated always as identity primary key,
  title text not null constraint series__title_key unique,
  position integer not null constraint series__position_key unique deferrable initially deferred,
  version integer not null default 1
);

create table level (
  lev_idx integer generated always as identity primary key,
  ser_idx integer not null constraint level__ser_idx_fkey references series on delete cascade,
  title text not null,
  position integer not null,
  version integer not null default 1,
  constraint level__ser_idx_title_key unique (ser_idx, title),
  constraint level__ser_idx_position_key unique (ser_idx, position) deferrable initially deferred,
  -- lets a book name its level and its series together
  constraint level__lev_idx_ser_idx_key unique (lev_idx, ser_idx)
);
