-- Keeps post_groups: how many posts an author has in each combination of status, type, visibility, paid and salon.

create function count_post(post posts, step integer) returns void language sql as $$
  insert into post_groups
  select post.author_id, post.status, post.post_type, post.visibility, post.is_paid, post.salon_key, step
  where post.status <> 'deleted'
  on conflict (author_id, status, post_type, visibility, is_paid, salon_key)
  do update set count = post_groups.count + excluded.count
$$;

create function count_posts() returns trigger language plpgsql as $$
begin
  -- The lesser group first: two posts that exchange their groups must not deadlock.
  if tg_op = 'UPDATE' and (new.status, new.post_type, new.visibility, new.is_paid, new.salon_key)
      < (old.status, old.post_type, old.visibility, old.is_paid, old.salon_key) then
    perform count_post(new, 1);
    perform count_post(old, -1);
    return null;
  end if;
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
