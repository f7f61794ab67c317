-- approval: what assistants propose
alter table approval
  add column key_idx integer,
  add column assistant text,
  add column why text,
  add column needs text,
  add constraint approval__assistant_check
    check ((assistant is null) = (key_idx is null) and (assistant is null or call is not null));
create index approval__key_idx on approval (key_idx, appr_idx) where key_idx is not null;
comment on column approval.key_idx is $$The key of the assistant that proposed it; the key may be revoked by now.$$;
comment on column approval.assistant is $$The name of the assistant that proposed it, for the person "created_by".$$;
comment on column approval.why is $$What the assistant says about it. It is only shown.$$;
comment on column approval.needs is $$The rule of "second_person" that a proposal falls under: null if its own person may apply it.$$;

alter table audit add column assistant text;
comment on column audit.assistant is $$The assistant of the actor that had proposed it.$$;
