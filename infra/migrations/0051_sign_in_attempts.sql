-- Attempts to sign in are counted by network: in `address` stands an IPv4 address or an IPv6 /64. Maintenance removes
-- the counts that have run out. Those made by address ran for a quarter of an hour at most.

DELETE FROM staff_attempts;
CREATE INDEX staff_attempts_expiry ON staff_attempts (expires_at);
