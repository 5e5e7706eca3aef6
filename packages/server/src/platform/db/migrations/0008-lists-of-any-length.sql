-- A page of a list is the same short index scan for any length of the list, so one plan fits all. With real
-- statistics, PostgreSQL considers that plan expensive when there are a million posts, and plans each request
-- separately, which takes longer than executing it. So the statistics say that every list is short.
alter table listings alter column scope set (n_distinct = -0.5);
analyze listings (scope);
