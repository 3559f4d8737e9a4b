-- works from: 2
-- Which device said “It's me” for whom, from which address, and whether the desk released it. A row without a hash is a
-- name that was asked for while another phone had it.

CREATE TABLE phone_claim (
    tournament text NOT NULL,
    no integer NOT NULL,
    hash text NOT NULL,
    device text NOT NULL,
    address text NOT NULL,
    at double precision NOT NULL,
    released integer NOT NULL DEFAULT 0
);
CREATE INDEX phone_claim_at ON phone_claim (tournament, at);
CREATE INDEX phone_claim_device ON phone_claim (tournament, device);
CREATE INDEX phone_claim_no ON phone_claim (tournament, no);
CREATE INDEX phone_claim_hash ON phone_claim (hash);
