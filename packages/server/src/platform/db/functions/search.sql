-- Keeps search_queue: the posts whose searched texts have changed. Whether a post is shown does not depend on it: a search reads
-- the lists of public posts.

create function queue_search() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from search_documents where post_id = old.id;
  else
    insert into search_queue (post_id) values (new.id);
  end if;
  return null;
end $$;

create trigger queue_new after insert or delete on posts for each row execute function queue_search();

create trigger queue_changed after update of title, subtitle, tags, content, is_paid on posts for each row
when ((old.title, old.subtitle, old.tags, old.content, old.is_paid)
  is distinct from (new.title, new.subtitle, new.tags, new.content, new.is_paid))
execute function queue_search();
