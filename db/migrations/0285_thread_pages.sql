-- thread: the newest messages of a thread, and those before one of them
create index thread_message__newest_idx on thread_message (thread_idx, msg_idx);
drop index thread_message__thread_idx;
