-- book: a word can be renamed, over the version it was loaded with
alter table word add column version integer not null default 1;
