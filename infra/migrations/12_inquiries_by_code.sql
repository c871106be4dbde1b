-- How often a product was inquired about ranks it among suggestions. In the collation of the codes of products.
CREATE INDEX inquiries_code ON inquiries (code COLLATE "C") WHERE code IS NOT NULL;
