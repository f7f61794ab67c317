-- spreadsheet: who refreshes the tokens of an account, so that nobody else does
alter table spreadsheet_account
  -- until then the others wait for what the issuer gives; null where nobody refreshes
  add column refreshing_until timestamptz;
