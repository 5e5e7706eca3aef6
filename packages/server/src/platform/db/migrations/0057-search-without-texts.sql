-- A search reads the texts of the posts that it compares from the posts themselves. A copy took as much space as the
-- terms. The space of existing rows becomes free when they are indexed again.
alter table search_documents drop column headings, drop column body;
