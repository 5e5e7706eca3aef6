-- What readers do, as points. These weights are the only definition; docs/rankings.md explains them.

create function engagement_points(views integer, likes integer, comments integer, saves integer, resonances integer)
returns integer language sql immutable as $$
  select views + 5 * likes + 8 * comments + 10 * saves + 10 * resonances
$$;

create function post_popularity(post posts) returns integer language sql immutable as $$
  select engagement_points(post.view_count, post.like_count, post.comment_count, post.save_count, post.resonated_count)
$$;

create function hour_engagement(hours engagement_hours) returns integer language sql immutable as $$
  select engagement_points(hours.views, hours.likes, hours.comments, hours.saves, hours.resonances)
$$;
