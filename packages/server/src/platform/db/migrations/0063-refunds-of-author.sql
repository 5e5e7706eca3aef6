-- Without it, the sales of a few days read every purchase of the author for its refunds.
create index purchases_refunded on purchases (author_id) where status = 'refunded';
