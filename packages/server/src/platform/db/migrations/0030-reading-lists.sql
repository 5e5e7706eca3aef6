-- The lists of a reader: what they saved and liked, and whom they follow, latest first.
create index likes_user on likes (user_id, created_at desc, post_id);
create index saves_user on saves (user_id, created_at desc, post_id);
create index follows_follower on follows (follower_id, created_at desc, followee_id);
