-- Beginnings of tags and names. With the collation C an index serves them in a cluster of any locale.
create index listing_counts_tags on listing_counts (scope collate "C") where scope like 'tag:%';
create index users_username_prefix on users (username collate "C");
create index users_display_name_prefix on users (display_name collate "C");
