-- agegroup: the target groups of readers
create table age_group (
  grp_idx integer generated always as identity primary key,
  title text not null constraint age_group__title_key unique,
  version integer not null default 1
);
