-- Why a page is plain text: the limit of rendering that its text exceeds.
alter table post_pages add column exceeded_limit text;
alter table whole_pages add column exceeded_limit text;
