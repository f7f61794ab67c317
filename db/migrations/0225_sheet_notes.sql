-- import: what people see in a sheet beside its cells
alter table import add column sheet_notes jsonb;
comment on column import.sheet_notes is $$Hidden rows and columns, merged cells, and rows without a known column; null if there are none.$$;
alter table import_sentence_sheet add column sheet_notes jsonb;
comment on column import_sentence_sheet.sheet_notes is $$As import.sheet_notes.$$;
