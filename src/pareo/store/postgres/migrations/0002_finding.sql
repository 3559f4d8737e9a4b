-- works from: 2
-- By what tournaments are found without reading their journals: labels that the program gives ('' where they are not
-- known), and signs by which somebody is known in another tournament.

ALTER TABLE schema_version ADD COLUMN works_from integer NOT NULL DEFAULT 1;  -- the oldest program that may go on

CREATE TABLE event_label (
    label text NOT NULL,
    tournament bigint NOT NULL REFERENCES tournament (key) ON DELETE CASCADE,
    PRIMARY KEY (label, tournament)
);
CREATE INDEX event_label_tournament ON event_label (tournament);
INSERT INTO event_label (label, tournament) SELECT '', key FROM tournament;

ALTER TABLE person ADD COLUMN member text, ADD COLUMN born text;

CREATE INDEX directory_application_slug ON directory_application (slug);
