-- Keeps the last published text of a sold post when it is unpublished or deleted, whoever does that. A pending purchase
-- counts as sold: its payment may arrive later. While the row of the post exists, the query for buyers withholds what a
-- moderator hid and what a suspended account wrote. When the row is deleted nothing says so any more, so no text is left.
create function keep_sold_copy() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and (old.hidden_at is not null or not exists (
    select from users u where u.id = old.author_id and (u.suspended_at is null or u.suspended_at = u.deletion_requested_at)
  )) then
    delete from sold_copies where post_id = old.id;
  elsif old.status = 'published' and exists (
    select from purchases where post_id = old.id and status in ('pending', 'paid')
  ) then
    insert into sold_copies (post_id, title, content) values (old.id, old.title, old.content)
    on conflict (post_id) do update set title = excluded.title, content = excluded.content, copied_at = now();
  end if;
  return null;
end $$;

create trigger keep_sold_copy after update of status on posts for each row
  when (old.status = 'published' and new.status <> 'published') execute function keep_sold_copy();
create trigger keep_deleted_copy after delete on posts for each row execute function keep_sold_copy();
