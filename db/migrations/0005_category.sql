-- category: the subjects of books
create table category (
  cat_idx integer generated always as identity primary key,
  title text not null constraint category__title_key unique,
  version integer not null default 1
);
