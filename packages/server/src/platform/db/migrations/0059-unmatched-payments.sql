-- Payments that name a purchase but are not its own: paid on another page, or not the full price.
create table unmatched_payments (
  provider text not null,
  payment_ref text not null,
  purchase_id uuid not null references purchases on delete cascade,
  amount text,
  reported_at timestamptz(3) not null default now(),
  resolved_at timestamptz(3),
  primary key (provider, payment_ref)
);
create index unmatched_payments_purchase on unmatched_payments (purchase_id);
