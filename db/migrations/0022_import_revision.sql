-- import: an undo leaves alone what was touched since in any part, or published, or taken back
alter table import_result
  add column revision integer not null default 0,
  add column published boolean not null default false,
  alter column version drop not null;
update import_result d set revision = b.revision, published = b.published_at is not null
  from book b where b.bidx = d.bidx and b.version = d.version;
