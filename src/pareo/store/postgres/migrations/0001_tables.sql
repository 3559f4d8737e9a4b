-- The tables of Pareo: journals, people and files beside them, accounts, the directory, series.
-- Times are text where they are hashed, seconds since 1970 elsewhere. Data are bytes, never jsonb: that would write
-- numbers and the order of keys anew, and the chain of hashes would break.

CREATE TABLE tournament (
    key bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    slug text NOT NULL UNIQUE,
    id text NOT NULL,
    name text NOT NULL,
    ruleset text NOT NULL,
    created text NOT NULL,
    secret text NOT NULL,
    head integer NOT NULL,                    -- the number and the hash of the journal's last entry
    hash text NOT NULL,
    organisation bigint NOT NULL DEFAULT 1    -- whose it is; pages and rights for that come later
) WITH (fillfactor = 50);                     -- room beside each row: an append changes no index

CREATE INDEX tournament_id ON tournament (id);

CREATE TABLE entry (
    tournament bigint NOT NULL REFERENCES tournament (key) ON DELETE CASCADE,
    seq integer NOT NULL,
    version integer NOT NULL,
    time text NOT NULL,
    actor text NOT NULL,
    action text NOT NULL,
    data bytea NOT NULL,
    client text,
    hash text NOT NULL,
    PRIMARY KEY (tournament, seq)
);
CREATE UNIQUE INDEX entry_client ON entry (tournament, client) WHERE client IS NOT NULL;

CREATE TABLE person (
    tournament bigint NOT NULL REFERENCES tournament (key) ON DELETE CASCADE,
    id text NOT NULL,
    data bytea NOT NULL,
    digest bytea NOT NULL,
    PRIMARY KEY (tournament, id)
);

CREATE TABLE attachment (
    tournament bigint NOT NULL REFERENCES tournament (key) ON DELETE CASCADE,
    id text NOT NULL,
    person text NOT NULL,
    media text NOT NULL,
    data bytea NOT NULL,
    PRIMARY KEY (tournament, id)
);
CREATE INDEX attachment_person ON attachment (tournament, person);

CREATE TABLE account (
    id text PRIMARY KEY,
    name text NOT NULL,
    folded text NOT NULL UNIQUE,
    password text,
    created double precision NOT NULL,
    disabled double precision
);
-- By the tournament's key, not its slug: a new tournament must never inherit the staff of an old short name.
CREATE TABLE account_grant (
    account text NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    role text NOT NULL,
    tournament bigint REFERENCES tournament (key) ON DELETE CASCADE,
    first_table integer,
    last_table integer
);
CREATE UNIQUE INDEX account_grant_once ON account_grant (account, role, coalesce(tournament, 0));
CREATE INDEX account_grant_tournament ON account_grant (tournament);
CREATE TABLE token (
    id text PRIMARY KEY,
    hash text NOT NULL UNIQUE,
    label text NOT NULL,
    role text NOT NULL,
    tournament bigint REFERENCES tournament (key) ON DELETE CASCADE,
    first_table integer,
    last_table integer,
    created double precision NOT NULL,
    expires double precision,
    revoked double precision
);
CREATE INDEX token_tournament ON token (tournament);
CREATE TABLE session (
    hash text PRIMARY KEY,
    account text REFERENCES account (id) ON DELETE CASCADE,
    token text REFERENCES token (id) ON DELETE CASCADE,
    created double precision NOT NULL,
    seen double precision NOT NULL,
    expires double precision NOT NULL,
    CHECK ((account IS NULL) <> (token IS NULL))
);
CREATE INDEX session_account ON session (account);
CREATE INDEX session_token ON session (token);
CREATE INDEX session_expires ON session (expires);
CREATE TABLE one_time_link (
    hash text PRIMARY KEY,
    account text NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    expires double precision NOT NULL,
    used double precision
);
CREATE INDEX one_time_link_account ON one_time_link (account);
CREATE INDEX one_time_link_expires ON one_time_link (expires);
CREATE TABLE login_attempt (name text NOT NULL, at double precision NOT NULL);
CREATE INDEX login_attempt_name ON login_attempt (name, at);
CREATE INDEX login_attempt_at ON login_attempt (at);
CREATE TABLE server_key (one integer PRIMARY KEY CHECK (one = 1), key bytea NOT NULL);
CREATE TABLE player_link (
    tournament text NOT NULL,
    no integer NOT NULL,
    generation integer NOT NULL,
    PRIMARY KEY (tournament, no)
);
CREATE TABLE phone (
    tournament text NOT NULL,
    no integer NOT NULL,
    hash text NOT NULL UNIQUE,
    since double precision NOT NULL,
    PRIMARY KEY (tournament, no)
);
CREATE TABLE hall_note (key text PRIMARY KEY, value text NOT NULL);

CREATE TABLE directory_state (one integer PRIMARY KEY CHECK (one = 1), generation bigint NOT NULL);
INSERT INTO directory_state (one, generation) VALUES (1, 0);
CREATE TABLE directory_person (
    id text PRIMARY KEY,
    version integer NOT NULL,
    data bytea,
    rating integer,
    games integer NOT NULL,
    rating2 integer,
    games2 integer NOT NULL,
    changed bigint NOT NULL
);
CREATE INDEX directory_person_changed ON directory_person (changed);
CREATE TABLE directory_club (
    id text PRIMARY KEY,
    version integer NOT NULL,
    data bytea NOT NULL,
    changed bigint NOT NULL
);
CREATE INDEX directory_club_changed ON directory_club (changed);
CREATE TABLE directory_gone (id text PRIMARY KEY, changed bigint NOT NULL);
CREATE TABLE directory_application (
    key bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    tournament text NOT NULL,
    list integer NOT NULL,
    slug text NOT NULL,
    name text NOT NULL,
    date text NOT NULL,
    hash text NOT NULL,
    time text NOT NULL,
    actor text NOT NULL,
    UNIQUE (tournament, list)
);
CREATE TABLE directory_rating (
    key bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    person text NOT NULL REFERENCES directory_person (id) ON DELETE CASCADE,
    list integer NOT NULL,
    kind text NOT NULL,
    application bigint REFERENCES directory_application (key) ON DELETE CASCADE,
    before integer,
    change integer,
    after integer,
    games integer NOT NULL,
    games_after integer NOT NULL,
    date text NOT NULL,
    reason text NOT NULL,
    actor text NOT NULL,
    time text NOT NULL
);
CREATE INDEX directory_rating_person ON directory_rating (person, list, key);
CREATE INDEX directory_rating_application ON directory_rating (application);
CREATE TABLE directory_link (
    tournament text NOT NULL,
    player text NOT NULL,
    person text NOT NULL REFERENCES directory_person (id) ON DELETE CASCADE,
    PRIMARY KEY (tournament, player)
);
CREATE INDEX directory_link_person ON directory_link (person);

CREATE TABLE series (
    key bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    kind text NOT NULL,
    slug text NOT NULL,
    name text NOT NULL,
    created text NOT NULL,
    version integer NOT NULL,
    secret text NOT NULL,
    data bytea NOT NULL,
    UNIQUE (kind, slug)
);
CREATE TABLE series_change (
    series bigint NOT NULL REFERENCES series (key) ON DELETE CASCADE,
    version integer NOT NULL,
    time text NOT NULL,
    actor text NOT NULL,
    action text NOT NULL,
    told text NOT NULL,
    PRIMARY KEY (series, version)
);
CREATE TABLE score_sheet (
    series bigint NOT NULL REFERENCES series (key) ON DELETE CASCADE,
    id text NOT NULL,
    data bytea NOT NULL,
    PRIMARY KEY (series, id)
);
