-- What jobs need so that a single failure, or many followers, do not make each run expensive.

-- Events of a payment provider that could not be recorded. They are read again, less and less often.
create table failed_payment_events (
  provider text not null,
  event_id text not null,
  attempts integer not null default 1,
  due_at timestamptz(3) not null default now(),
  failed_at timestamptz(3) not null default now(),
  primary key (provider, event_id)
);
-- Whole reports have names and addresses of buyers, also of other sites with the same account of the provider.
update payment_events set body = '{}' where provider = 'stripe';
-- Few ask for mails about new posts.
create index mail_settings_wanted on mail_settings (kind, user_id) where wanted;
