-- The index has deleted comments too. Without them it could not be used when a post is deleted: for each post, all
-- comments of the site were read.
drop index comments_post;
create index comments_post on comments (post_id, created_at desc, id desc);
