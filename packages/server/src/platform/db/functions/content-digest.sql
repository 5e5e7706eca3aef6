-- Keeps content_sha256. Programs skip a post whose digest they know, so a digest must never belong to an earlier content,
-- whoever writes: a process of an earlier release does not know the column.
create function digest_content() returns trigger language plpgsql as $$
begin
  new.content_sha256 := sha256(convert_to(new.content, 'UTF8'));
  return new;
end $$;

create trigger digest_content before insert or update of content on posts for each row execute function digest_content();
