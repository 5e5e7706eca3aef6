-- A preview link ends with the token that made it.
alter table preview_links add column token_id uuid references api_tokens on delete cascade;
create index preview_links_token on preview_links (token_id) where token_id is not null;
