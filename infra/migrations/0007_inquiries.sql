-- Price inquiries from the public website.
CREATE TABLE inquiries (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  created_at   timestamptz(3) NOT NULL DEFAULT now(),
  code         text CHECK (char_length(code) <= 30),
  cas          text CHECK (char_length(cas) <= 40),
  product_name text CHECK (char_length(product_name) <= 200),
  quantity     text CHECK (char_length(quantity) <= 100),
  name         text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 100),
  company      text CHECK (char_length(company) <= 200),
  email        text CHECK (char_length(email) <= 254),
  phone        text CHECK (char_length(phone) <= 50),
  country      text CHECK (char_length(country) <= 100),
  message      text CHECK (char_length(message) <= 4000),
  CHECK (num_nonnulls(code, cas, product_name) > 0),
  CHECK (num_nonnulls(email, phone) > 0)
);
