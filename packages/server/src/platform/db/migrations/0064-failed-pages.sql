-- Texts that took too much time or memory are tried again after a day.
alter table post_pages add column made_at timestamptz not null default now();
alter table whole_pages add column made_at timestamptz not null default now();
create index post_pages_failed on post_pages (made_at) where exceeded_limit in ('time', 'memory');
create index whole_pages_failed on whole_pages (made_at) where exceeded_limit in ('time', 'memory');
