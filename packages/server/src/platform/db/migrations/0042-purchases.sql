-- The ledger of sales. The status of a purchase follows from the times of what has happened to it, so that events
-- have the same result in any order. Rows stay when a post or an account is deleted: they are the books of the
-- operator.
create table purchases (
  id uuid primary key,
  user_id uuid references users on delete set null,
  post_id uuid not null,
  author_id uuid references users on delete set null,
  title text not null,
  author_name text not null,
  price_jpy integer not null check (price_jpy >= 0),
  author_share_percent integer not null check (author_share_percent between 0 and 100),
  provider text not null,
  checkout_ref text,
  checkout_url text,
  payment_ref text,
  created_at timestamptz(3) not null default now(),
  checked_at timestamptz(3),
  paid_at timestamptz(3),
  expired_at timestamptz(3),
  refund_requested_at timestamptz(3),
  refunded_at timestamptz(3),
  disputed_at timestamptz(3),
  dispute_won_at timestamptz(3),
  status text not null generated always as (
    case when refunded_at is not null or (disputed_at is not null and dispute_won_at is null) then 'refunded'
      when paid_at is not null then 'paid' when expired_at is not null then 'expired' else 'pending' end) stored
);
create unique index purchases_pending on purchases (user_id, post_id) where status = 'pending';
create index purchases_buyer on purchases (user_id, created_at desc, id desc);
create index purchases_post on purchases (post_id, user_id);
create index purchases_author on purchases (author_id, paid_at) where paid_at is not null;
create index purchases_open on purchases (created_at)
  where status = 'pending' or (refund_requested_at is not null and status = 'paid');
create table payment_events (
  provider text not null,
  event_id text not null,
  purchase_id uuid references purchases on delete cascade,
  type text not null,
  occurred_at timestamptz(3) not null,
  received_at timestamptz(3) not null default now(),
  body jsonb not null,
  primary key (provider, event_id)
);
create index payment_events_purchase on payment_events (purchase_id, received_at);
-- The text that a sold post had when it was published last. Buyers read it after the post was taken back.
create table sold_copies (
  post_id uuid primary key,
  title text not null,
  content text not null,
  copied_at timestamptz(3) not null default now()
);
-- Like post_pages, with the paid part.
create table whole_pages (
  post_id uuid primary key references posts on delete cascade,
  made_from text not null,
  html text not null,
  toc jsonb not null,
  reading_minutes integer not null,
  language text not null
);
