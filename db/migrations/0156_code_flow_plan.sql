-- code: what changes of codes book is planned once for a connection; ours plan each statement again otherwise
alter function codes_flowed() set plan_cache_mode = force_generic_plan;
