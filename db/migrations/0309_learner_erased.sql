-- learner: when an ID was erased. Since then the row has its pseudonym.

alter table learner add column erased_at timestamptz;
