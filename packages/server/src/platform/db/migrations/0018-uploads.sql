-- Uploaded images with their digests and uses, and the addresses under which this site was reached.
create table uploads (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- The post as whose thumbnail it was uploaded.
  post_id uuid,
  path text not null unique,
  file_name text not null,
  file_size integer not null,
  mime_type text not null,
  width integer not null,
  height integer not null,
  -- Of the file as it was sent, and as it is stored without metadata.
  sha256 bytea not null,
  stored_sha256 bytea not null,
  -- Since when it may be collected; null after its first use. It may be set although something uses it: image_uses decides.
  unused_since timestamptz(3),
  created_at timestamptz(3) not null default now(),
  -- Deleted, but the file may still exist.
  deleted_at timestamptz(3)
);
create index uploads_user on uploads (user_id, created_at desc, id desc) where deleted_at is null;
create index uploads_sha256 on uploads (user_id, sha256);
create index uploads_stored_sha256 on uploads (user_id, stored_sha256);
create index uploads_unused on uploads (unused_since) where unused_since is not null and deleted_at is null;
create index uploads_deleted on uploads (deleted_at) where deleted_at is not null;

-- Kept by triggers, also for images that are not in the table above yet.
create table image_uses (
  image_id uuid not null,
  kind text not null,
  ref_id uuid not null,
  primary key (image_id, kind, ref_id)
);
create index image_uses_ref on image_uses (kind, ref_id);

-- How far the images and uses from before this migration have been recorded; one row.
create table upload_index (
  one boolean primary key default true check (one),
  phase text not null default 'posts' check (phase in ('posts', 'others', 'files')),
  cursor text not null default '',
  finished_at timestamptz(3)
);
insert into upload_index default values;

create table media_addresses (
  address text primary key,
  first_used_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3) not null default now()
);
