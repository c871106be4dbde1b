#!/bin/sh
# Makes .env from .env.example, every secret filled in. An .env that is there stays.
#   sh infra/secrets.sh
set -eu
cd "$(dirname "$0")/.."
if [ -e .env ]; then echo '.env is there already; nothing was changed.' >&2 && exit 1; fi
umask 077

# Letters and digits alone, for they stand in addresses.
master=$(openssl rand -hex 24)
# What Meilisearch makes of the master key and the number of a key (infra/search-keys.sh).
key() { printf '%s' "$1" | openssl dgst -sha256 -hmac "$master" | sed 's/.*= *//'; }
search=$(key 5ea2c400-0000-4000-8000-000000000001)
index=$(key 5ea2c400-0000-4000-8000-000000000002)
sed -e "s/^MEILI_MASTER_KEY=$/&$master/" -e "s/^MEILI_SEARCH_KEY=$/&$search/" -e "s/^MEILI_INDEX_KEY=$/&$index/" \
  -e "s/^POSTGRES_PASSWORD=$/&$(openssl rand -hex 24)/" -e "s/^REDIS_PASSWORD=$/&$(openssl rand -hex 24)/" \
  -e "s/^S3_SECRET_KEY=$/&$(openssl rand -hex 24)/" .env.example > .env
echo '.env has secrets of its own now; keep it as you keep them.'
