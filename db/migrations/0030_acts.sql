-- kernel: what an act on many records did to each of them; history, the stale check and undo read it
create sequence act_idx_seq;
-- After the numbers of earlier acts, which go on as they are.
select setval('act_idx_seq', nextval('book_act_idx_seq'));

create table act_record (
  act_idx bigint not null,
  entity text not null,
  record_id text not null,
  -- null: the act made the record
  before jsonb,
  -- null: the act removed it
  after jsonb,
  -- what taking the act back compares and needs beyond before; see kernel/undo.ts
  undo jsonb,
  primary key (entity, record_id, act_idx)
);
create index act_record__act_idx on act_record (act_idx);

alter table audit add column act_idx bigint;
create index audit__act_idx on audit (act_idx);
alter table import add column act_idx bigint;

-- The acts so far. book_act_row, sentence_act_row, import_result and import_made go in the release after this one.
update audit set act_idx = entity_id::bigint where entity = 'book_act';
insert into act_record (act_idx, entity, record_id, before, after)
  select act_idx, 'book', bid, before, coalesce(after, '{}') from book_act_row;
insert into act_record (act_idx, entity, record_id, before, after)
  select act_idx, 'sentence', sent_idx::text, before, after from sentence_act_row;

update import set act_idx = nextval('act_idx_seq') where status in ('applied', 'undone') and source <> 'books';
update audit a set act_idx = i.act_idx
  from import i where a.entity = 'import' and a.action = 'import.applied' and a.entity_id = i.import_idx::text;
insert into act_record (act_idx, entity, record_id, before, after, undo)
  select i.act_idx, 'book', d.bid, d.before,
    case when d.before is null then jsonb_strip_nulls(jsonb_object(array['bid', 'format', 'title', 'title_en', 'series',
        'level', 'isbn_print', 'isbn_spindle', 'author', 'illustrator', 'publisher', 'released_date', 'language', 'summary',
        'category', 'age_group', 'level_type', 'lexile', 'cefr_level', 'ar_level', 'word_count', 'page_count', 'genre',
        'theme', 'keywords', 'audio', 'audio_length', 'narrator', 'video', 'video_length', 'epub_content_id', 'epub_path',
        'content_zip_url', 'original_title', 'edition', 'rights_territory', 'rights_until', 'list_price', 'remarks'],
        array_replace(r.cells, '', null)))
      else d.after end,
    jsonb_build_object('bidx', d.bidx, 'revision', d.revision, 'published', d.published, 'keys', d.keys)
  from import_result d join import i using (import_idx) join import_row r using (import_idx, row_no)
  where i.act_idx is not null;
insert into act_record (act_idx, entity, record_id, after)
  select i.act_idx, m.kind, m.idx::text, jsonb_strip_nulls(jsonb_build_object('ser_idx', l.ser_idx, 'title',
    coalesce(s.title, l.title, c.title, g.title)))
  from import_made m join import i using (import_idx)
  left join series s on m.kind = 'series' and s.ser_idx = m.idx
  left join level l on m.kind = 'level' and l.lev_idx = m.idx
  left join category c on m.kind = 'category' and c.cat_idx = m.idx
  left join age_group g on m.kind = 'age_group' and g.grp_idx = m.idx
  where i.act_idx is not null;

-- An undo is an act of its own: it removed what was made and gave back what was changed, but for what it kept.
update audit set act_idx = nextval('act_idx_seq') where entity = 'import' and action = 'import.undone';
insert into act_record (act_idx, entity, record_id, before, after)
  select a.act_idx, 'book', done.record_id, done.after, done.before
  from audit a join import i on a.entity_id = i.import_idx::text
  join act_record done on done.act_idx = i.act_idx and done.entity = 'book'
  where a.entity = 'import' and a.action = 'import.undone'
    and not i.kept @> jsonb_build_array(jsonb_build_object('bid', done.record_id));
