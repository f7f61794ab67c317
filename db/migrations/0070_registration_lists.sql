-- registration: the participants of an event, newest first
create index registration__event_idx on registration (event_idx, reg_idx) where event_idx is not null;
