-- kernel: how far what acts did to records has been removed; acts up to there cannot be undone any more
create table retention (
  kind text constraint retention__key primary key,
  pruned_idx bigint not null
);
comment on table retention is $$One row for each kind that has been removed up to a number, such as effects up to an act.$$;
