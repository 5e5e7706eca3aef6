-- Which storage folder belongs to this database; at most one row.
create table storage_identity (one boolean primary key default true check (one), id text not null);
