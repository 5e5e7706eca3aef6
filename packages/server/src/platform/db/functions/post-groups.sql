-- Keeps post_groups: how many posts an author has in each combination of status, type, visibility, paid and salon. A group may
-- have several rows, which count together.

-- Never waits: a row that another transaction holds is skipped, and where no row is free a new one is added. The update is a
-- statement of its own, because a row that was changed after the first one began is locked by it, but not visible to it.
create function count_post(post posts, step integer) returns void language plpgsql as $$
declare free_row bigint;
begin
  if post.status = 'deleted' then return; end if;
  select g.id into free_row from post_groups g
  where g.author_id = post.author_id and g.status = post.status and g.post_type = post.post_type
    and g.visibility = post.visibility and g.is_paid = post.is_paid and g.salon_key = post.salon_key
  limit 1 for update skip locked;
  if found then
    update post_groups g set count = g.count + step where g.id = free_row;
  else
    insert into post_groups (author_id, status, post_type, visibility, is_paid, salon_key, count)
    values (post.author_id, post.status, post.post_type, post.visibility, post.is_paid, post.salon_key, step);
  end if;
end $$;

create function count_posts() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform count_post(old, -1); end if;
  if tg_op <> 'DELETE' then perform count_post(new, 1); end if;
  return null;
end $$;

create trigger count_new after insert or delete on posts for each row execute function count_posts();

-- Counters and texts change far more often than groups. Those changes do not fire this trigger.
create trigger count_moved after update on posts for each row
when ((old.author_id, old.status, old.post_type, old.visibility, old.is_paid, old.salon_key)
  is distinct from (new.author_id, new.status, new.post_type, new.visibility, new.is_paid, new.salon_key))
execute function count_posts();
