-- feature: batch (to whom staff delivered the codes of a lot, and on which day; a file that staff took is no delivery)
alter table code_lot
  add column handed_to text not null default '',
  add column handed_on date,
  add column version integer not null default 1,
  add constraint code_lot__handed_check check ((handed_on is null) = (handed_to = ''));
