-- Editors work on the catalogue; administrators also issue keys, set up webhooks, manage accounts and rebuild the index.
-- Whoever had an account before could do all of that, and still can.
ALTER TABLE staff
  ADD role        text NOT NULL DEFAULT 'administrator' CHECK (role IN ('editor', 'administrator')),
  ADD disabled_at timestamptz(3);
