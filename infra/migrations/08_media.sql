-- Structure images. The bytes lie in the object store under their SHA-256; these tables say what they are.

-- An object is claimed here before it is put into the store. An upload renews the claim; the collection of unused
-- objects removes a claim that is older than a day, in the transaction in which it deletes the object: the row lock
-- makes the one wait for the other, so an upload never relies on an object that is going away.
CREATE TABLE media_objects (
  sha256     bytea PRIMARY KEY CHECK (octet_length(sha256) = 32),
  claimed_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- One row an uploaded image; the same image again is a new row on the same object.
CREATE TABLE media (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  sha256     bytea NOT NULL REFERENCES media_objects,
  mime       text NOT NULL CHECK (mime IN ('image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/bmp')),
  bytes      integer NOT NULL CHECK (bytes BETWEEN 1 AND 10 * 1024 * 1024),
  width      integer NOT NULL CHECK (width > 0),
  height     integer NOT NULL CHECK (height > 0),
  filename   text CHECK (char_length(filename) BETWEEN 1 AND 255),
  group_name text NOT NULL DEFAULT 'api' CHECK (char_length(group_name) BETWEEN 1 AND 50),
  key_id     bigint REFERENCES api_keys,
  created_at timestamptz(3) NOT NULL DEFAULT date_trunc('milliseconds', clock_timestamp())
);
CREATE INDEX media_sha256 ON media (sha256);
CREATE INDEX media_group ON media (group_name, id);
