-- staff: where accounts get mail
create table staff_mail (
  staff_idx integer constraint staff_mail__key primary key constraint staff_mail__staff_fk references staff on delete cascade,
  address text not null constraint staff_mail__address_check check (length(address) <= 254),
  locale text not null,
  choices jsonb not null default '{}',
  version integer not null default 1
);
comment on table staff_mail is $$Where an account gets mail, in which language, and the kinds that its owner chose or declined: {kind: boolean}.$$;
