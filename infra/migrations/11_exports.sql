-- Exports of one's own, and what was delivered by them.

-- What a profile is: src/exchange/profiles/definition.ts, which reads a definition each time it is used. Those that come with the
-- service are in no table.
CREATE TABLE export_profiles (
  name       text COLLATE "C" PRIMARY KEY CHECK (name ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  definition jsonb NOT NULL CHECK (jsonb_typeof(definition) = 'object'),
  updated_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  updated_by text NOT NULL CHECK (char_length(updated_by) BETWEEN 1 AND 200)
);

-- One row a file that was written whole: what its recipient was told, and when. No foreign key: the record outlives its
-- profile.
CREATE TABLE export_deliveries (
  id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  profile       text COLLATE "C" NOT NULL CHECK (char_length(profile) BETWEEN 1 AND 40),
  delivered_at  timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  delivered_by  text NOT NULL CHECK (char_length(delivered_by) BETWEEN 1 AND 200),
  -- to whom: the next delta for the same recipient goes on here
  recipient     text NOT NULL CHECK (char_length(recipient) BETWEEN 1 AND 100),
  scope         text NOT NULL CHECK (scope IN ('all', 'delta', 'revocations')),
  -- of the definition it was made by: a delta continues nothing that was made by another one
  definition    bytea NOT NULL CHECK (octet_length(definition) = 32),
  -- where the log of changes continues what was delivered
  epoch         uuid NOT NULL,
  xid           xid8 NOT NULL,
  seq           bigint NOT NULL,
  mark          bigint NOT NULL,
  count         integer NOT NULL CHECK (count >= 0),
  bytes         bigint NOT NULL CHECK (bytes >= 0),
  file          text NOT NULL CHECK (char_length(file) BETWEEN 1 AND 200),
  sha256        bytea NOT NULL CHECK (octet_length(sha256) = 32)
);
CREATE INDEX export_deliveries_profile ON export_deliveries (profile, id);
CREATE INDEX export_deliveries_recipient ON export_deliveries (profile, recipient, id);
CREATE INDEX export_deliveries_at ON export_deliveries (delivered_at);

-- A text in ASCII, for recipients that take nothing else. Greek letters are spelled out, accents go, full width and raised
-- or lowered digits become plain (NFKD), dashes and primes become - and '; every other character is replaced.
CREATE FUNCTION plain_ascii(value text) RETURNS text IMMUTABLE PARALLEL SAFE LANGUAGE plpgsql AS $$
DECLARE
  greek text[];
BEGIN
  IF value IS NULL OR value !~ '[^\x01-\x7f]' THEN
    RETURN value;
  END IF;
  IF value ~ '[Α-ωµϐ-ϵ]' THEN
    FOREACH greek SLICE 1 IN ARRAY ARRAY[
      ['α','alpha'], ['β','beta'], ['γ','gamma'], ['δ','delta'], ['ε','epsilon'], ['ζ','zeta'], ['η','eta'], ['θ','theta'],
      ['ι','iota'], ['κ','kappa'], ['λ','lambda'], ['μ','mu'], ['µ','mu'], ['ν','nu'], ['ξ','xi'], ['ο','omicron'],
      ['π','pi'], ['ρ','rho'], ['σ','sigma'], ['ς','sigma'], ['τ','tau'], ['υ','upsilon'], ['φ','phi'], ['χ','chi'],
      ['ψ','psi'], ['ω','omega'], ['Α','Alpha'], ['Β','Beta'], ['Γ','Gamma'], ['Δ','Delta'], ['Ε','Epsilon'],
      ['Ζ','Zeta'], ['Η','Eta'], ['Θ','Theta'], ['Ι','Iota'], ['Κ','Kappa'], ['Λ','Lambda'], ['Μ','Mu'], ['Ν','Nu'],
      ['Ξ','Xi'], ['Ο','Omicron'], ['Π','Pi'], ['Ρ','Rho'], ['Σ','Sigma'], ['Τ','Tau'], ['Υ','Upsilon'], ['Φ','Phi'],
      ['Χ','Chi'], ['Ψ','Psi'], ['Ω','Omega'], ['ϕ','phi'], ['ϵ','epsilon'], ['ϑ','theta']]
    LOOP
      value := replace(value, greek[1], greek[2]);
    END LOOP;
  END IF;
  value := translate(value, '‐‑‒–—―−′‵‘’“”·•⋅×【】〔〕、。', '-------''''''''''''...x[]()' || ',.');
  value := replace(replace(replace(value, '″', ''''''), '→', '->'), '±', '+/-');
  value := regexp_replace(normalize(value, NFKD), '[\u0300-\u036f]', '', 'g');
  RETURN regexp_replace(value, '[^\x01-\x7f]', '?', 'g');
END $$;
