-- book: an act on many books may also change a sentence, such as giving it its audio
alter table sentence_act_row
  drop constraint sentence_act_row_pkey,
  add column before jsonb,
  add primary key (sent_idx, act_idx);
