-- The trace in which an event happened, so that its deliveries belong to it.
alter table events add column traceparent text;
