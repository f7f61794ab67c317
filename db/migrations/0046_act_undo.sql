-- kernel: which act an act undid, whose history a row belongs to, and which act a job carried out
alter table audit add column undoes bigint;
-- An act is undone once.
create unique index audit__undoes_idx on audit (undoes) where undoes is not null;

-- The record a part belongs to, such as the book of a word.
alter table audit add column of_entity text;
alter table audit add column of_id text;
create index audit__of_idx on audit (of_entity, of_id, audit_idx desc) where of_id is not null;

alter table bulk_work add column act_idx bigint;

update audit undone set undoes = done.act_idx
  from audit done
  where undone.entity = 'import' and undone.action = 'import.undone'
    and done.entity = 'import' and done.action = 'import.applied' and done.entity_id = undone.entity_id;
update audit set of_entity = 'book', of_id = split_part(entity_id, '/', 1) where entity in ('word', 'unit_info');
-- A deleted sentence no longer says which book it was in.
update audit a set of_entity = 'book', of_id = b.bid
  from sentence s join word w using (word_idx) join book b using (bidx)
  where a.entity = 'sentence' and a.entity_id = s.sent_idx::text;
