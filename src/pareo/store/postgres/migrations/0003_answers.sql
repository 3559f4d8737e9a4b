-- works from: 2
-- What requests with a client's id asked and were answered. One that wrote an entry has no `seq`: its entry is found by
-- the id.

CREATE TABLE answer (
    tournament bigint NOT NULL REFERENCES tournament (key) ON DELETE CASCADE,
    client text NOT NULL,
    asked text NOT NULL,
    notes bytea NOT NULL,
    time text NOT NULL,
    seq bigint,
    version integer,
    actor text,
    action text,
    data bytea,
    PRIMARY KEY (tournament, client)
);
CREATE INDEX answer_unchanged ON answer (tournament, time) WHERE seq IS NOT NULL;
