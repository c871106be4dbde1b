-- Counts that every answer needs, kept as ledgers: each writing statement appends what it added or removed, and the
-- count is the sum, exact in every snapshot. Counters in rows would make every writer of a popular tag wait for that
-- row, and deadlock with others who write two of them in another order; appended rows never wait. The ledgers are
-- compacted now and then (src/tags/store.ts, src/products/list-store.ts).

-- The dictionary of tags, with how many products carry each. A sum of 0 stays: a tag once known stays in it.
CREATE TABLE tag_ledger (
  tag   text COLLATE "C" NOT NULL CHECK (char_length(tag) BETWEEN 1 AND 300),
  delta bigint NOT NULL
);
CREATE INDEX tag_ledger_tag ON tag_ledger (tag);

-- How many products there are, by what lists are filtered by most: the totals of lists.
CREATE TABLE product_totals (
  category text   NOT NULL,
  status   text   NOT NULL,
  source   text   NOT NULL,
  delta    bigint NOT NULL
);
