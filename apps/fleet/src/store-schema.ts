/**
 * What the fleet page keeps, in PostgreSQL. Each text brings the tables from the version before to its own (1, 2, ...). A page that is
 * newer than others beside it has to leave them running, so a migration adds and takes nothing away that the last release asks for.
 */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE fleet.groups (
    id text PRIMARY KEY,
    name text NOT NULL
  );
  CREATE UNIQUE INDEX ON fleet.groups (lower(name));
  CREATE TABLE fleet.sites (
    id text PRIMARY KEY,
    name text NOT NULL,
    group_id text REFERENCES fleet.groups ON DELETE SET NULL,
    lat double precision,
    lon double precision,
    -- bcrypt, since the broker checks the same one
    password_hash text NOT NULL
  );
  CREATE TABLE fleet.accounts (
    name text PRIMARY KEY,
    password_hash text NOT NULL,
    admin boolean NOT NULL
  );
  CREATE UNIQUE INDEX ON fleet.accounts (lower(name));
  CREATE TABLE fleet.memberships (
    account text NOT NULL REFERENCES fleet.accounts ON DELETE CASCADE,
    group_id text NOT NULL REFERENCES fleet.groups ON DELETE CASCADE,
    role text NOT NULL CHECK (role IN ('viewer', 'manager')),
    PRIMARY KEY (account, group_id)
  );
  CREATE TABLE fleet.shares (
    id text PRIMARY KEY,
    name text NOT NULL,
    group_id text NOT NULL REFERENCES fleet.groups ON DELETE CASCADE,
    -- of what stands in the link; it is nowhere else
    secret_hash text NOT NULL UNIQUE,
    -- Unix seconds, as all times here
    until bigint NOT NULL,
    made_by text NOT NULL
  );
  CREATE TABLE fleet.sessions (
    token_hash text PRIMARY KEY,
    account text REFERENCES fleet.accounts ON DELETE CASCADE,
    share text REFERENCES fleet.shares ON DELETE CASCADE,
    begun bigint NOT NULL,
    until bigint NOT NULL,
    CHECK ((account IS NULL) <> (share IS NULL))
  );
  CREATE INDEX ON fleet.sessions (account);
  CREATE INDEX ON fleet.sessions (share);
  `,
  `
  -- ids that sites have or have had: readings stay under them, so another site with the same id would show those of the first
  CREATE TABLE fleet.used_ids (
    id text PRIMARY KEY
  );
  INSERT INTO fleet.used_ids (id) SELECT id FROM fleet.sites;
  `,
  `
  -- what pages tell each other of sites, seldom: when something was heard of one last, and when some of its readings were refused
  CREATE TABLE fleet.site_news (
    site text PRIMARY KEY REFERENCES fleet.sites ON DELETE CASCADE,
    heard bigint,
    refused bigint,
    too_many bigint
  );
  `,
];
