-- staff: a new mail address waits until its link is opened
create table staff_new_address (
  staff_idx integer constraint staff_new_address__key primary key constraint staff_new_address__staff_fk references staff on delete cascade,
  address text not null constraint staff_new_address__address_check check (length(address) between 1 and 254),
  token_hash bytea constraint staff_new_address__token_key unique,
  until timestamptz,
  constraint staff_new_address__link_check check ((token_hash is null) = (until is null))
);
comment on table staff_new_address is $$The mail address that an account is to get, until its link is opened, once. Only the link of the mail that left last works; a changed password or address ends it.$$;
