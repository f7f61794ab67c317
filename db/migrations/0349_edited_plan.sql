-- approval: what an assistant proposed can be edited before it is applied
alter table approval add column given jsonb, add column edits jsonb;
comment on column approval.given is $$What was proposed, {call, plan, edits}, once a person has edited it: edits start from it, so they can be taken back. "edits" are those of before it.$$;
comment on column approval.edits is $$How the plan differs from what was proposed, by whom and when: {left, edited, asked, by, at}.$$;
