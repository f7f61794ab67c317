-- code: what the daily counts are, for whoever reads db/schema.sql
comment on table code_day is $$What happened to the codes of each batch on each day: how many were issued, activated, cancelled, and how many end.
Reports and lists read these sums, because counting millions of codes on each visit would take seconds.
Triggers on "code" (code__added, code__changed) write them in the transaction of the change itself, whatever makes it.
A day in the past is final for "issued" and "activated"; a cancelled code moves from "ending" to "canceled".
An expired code is one whose day of ending is over: time needs no statement.
Each database session adds to a slot of its own, so that nobody waits for another's row; a job folds them into slot 0.
A figure is therefore always the sum over the slots. Days begin in the time zone of code_zone.
If TIME_ZONE changes, all of it is counted again from the codes at the next start.$$;
comment on table registration_day is $$How many registrations each collection got on each day, by batch or event, with the day they end and whether they are cancelled.
Kept as code_day is: by triggers on "registration" and on "code", in slots that a job folds, in days of registration_zone.
A registration by an access code ends and is cancelled with its code, so a change of the code moves it here too.
"Active" is the sum of those that are not cancelled and end on a later day or never (ends is infinity).$$;
