-- reservation: a scheduled change can be decided to start from what a release sets before it
alter table reservation add column foreseen jsonb;
comment on column reservation.foreseen is $$The value that a release sets to its field before it, alone in a list, if somebody decided to start from it.$$;
