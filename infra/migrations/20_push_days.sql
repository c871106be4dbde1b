-- The pushes of a day, and those that refused something (src/access/push-days.ts), however many reads are logged beside.
CREATE INDEX sync_log_pushes ON sync_log (at) WHERE counts ? 'created';
CREATE INDEX sync_log_rejections ON sync_log (at) WHERE errors IS NOT NULL;
