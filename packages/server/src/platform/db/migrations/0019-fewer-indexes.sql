-- Every event had to be added to an index that no query uses, and every post to one that few need.

-- An event id contains the row's id, so it is unique without an index of its own.
alter table events drop constraint events_event_id_key;
-- Most posts have no external id.
drop index posts_external_id;
create unique index posts_external_id on posts (author_id, external_id)
  where status <> 'deleted' and external_id is not null;
