-- For lists of what has a molecular weight in a range: of a narrow one the planner would read all products.
CREATE INDEX products_mw ON products (mw);
