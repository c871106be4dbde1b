-- What staff did to many products at once, and how far it came. What it changed of each product is in the history, by its
-- number (product_history.bulk_id); by that it is undone.
CREATE TABLE bulk_edits (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  by_name    text NOT NULL CHECK (char_length(by_name) <= 200),
  -- {"change": {…}}, {"rename": {…}} or {"undo": <id>}
  what       json NOT NULL,
  -- of a rename, which names there were before: an undo restores them
  names      json,
  started_at timestamptz(3) NOT NULL DEFAULT now(),
  -- the last sign of life of the process that works on it, and then its end
  seen_at    timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  state      text NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'done', 'stopped', 'failed')),
  failure    text CHECK (char_length(failure) <= 50),
  -- products: to be worked on, worked on so far; of these changed, and left as they were
  total      integer NOT NULL DEFAULT 0,
  done       integer NOT NULL DEFAULT 0,
  changed    integer NOT NULL DEFAULT 0,
  left_out   integer NOT NULL DEFAULT 0
);
-- One at a time, whichever gateway works on it.
CREATE UNIQUE INDEX bulk_edits_running ON bulk_edits ((true)) WHERE state = 'running';
