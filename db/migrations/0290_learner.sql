-- learner: learners that acts named
create table learner (
  learner_idx integer generated always as identity constraint learner__key primary key,
  learner_id text not null constraint learner__learner_id_key unique
);
comment on table learner is $$Learners that acts of staff named. The trail has the number: an address of it never has the ID.$$;
