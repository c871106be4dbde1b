#!/bin/sh
# Makes two keys at a Meilisearch, as often as it is run: one that may search and nothing else, for gateways, and one for
# the indexer, which may do to indexes what it does, and has no way to other keys. A key follows from the master key and its
# number, so infra/secrets.sh knows both beforehand.
#   MEILI_URL=… MEILI_MASTER_KEY=… sh infra/search-keys.sh
set -eu

make() { # number, name, actions
  status=$(curl --silent --show-error --output /dev/null --write-out '%{http_code}' --request POST "$MEILI_URL/keys" \
    --header "Authorization: Bearer $MEILI_MASTER_KEY" --header 'Content-Type: application/json' \
    --data "{\"uid\":\"$1\",\"name\":\"$2\",\"actions\":[$3],\"indexes\":[\"*\"],\"expiresAt\":null}")
  case $status in
    201 | 409) ;; # made, or there already
    *) echo "MEILI_MASTER_KEY: the search engine at $MEILI_URL makes no key ($status)" >&2 && exit 1 ;;
  esac
}

make 5ea2c400-0000-4000-8000-000000000001 gateway '"search"'
make 5ea2c400-0000-4000-8000-000000000002 indexer '"search","documents.*","indexes.*","settings.*","tasks.*","stats.get","version"'
