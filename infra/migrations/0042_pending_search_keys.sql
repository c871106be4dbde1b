-- New entries of these indexes wait in a list, and the write that fills it merges all of it: 10,000 changed products
-- took 0.7 to 1.4 s with lists of 4 MB, 0.5 to 0.8 s with these. The indexer merges them every few seconds
-- (indexer/housekeeping.ts), so that a search never has a long one to read; where it is away, autovacuum does.
ALTER INDEX products_names SET (gin_pending_list_limit = 32768);
ALTER INDEX products_search_keys SET (gin_pending_list_limit = 32768);
