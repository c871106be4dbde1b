#!/bin/sh
# Starts SeaweedFS as an S3 with the bucket `images` and one account, `catalogue`, which may read and write there and nothing
# else. All but the S3 listens on the loopback address: the other ports ask for no key.
#   S3_SECRET_KEY=… sh infra/seaweedfs.sh FOLDER
set -eu
umask 077
accounts=$(mktemp)
printf '{"identities":[{"name":"catalogue","credentials":[{"accessKey":"catalogue","secretKey":"%s"}],"actions":["Read:images","Write:images","List:images"]}]}' \
  "$S3_SECRET_KEY" > "$accounts"
unset S3_SECRET_KEY

bucket=http://127.0.0.1:8888/buckets/images/
(
  until curl --fail --silent --output /dev/null "$bucket"; do
    sleep 1
    curl --silent --output /dev/null --request POST "$bucket" || true
  done
) &

exec weed -logtostderr=true server -dir="$1" -ip=127.0.0.1 -ip.bind=127.0.0.1 -volume.max=0 -master.volumeSizeLimitMB=1024 \
  -master.telemetry=false -filer -s3 -s3.ip.bind=0.0.0.0 -s3.port=8333 -s3.config="$accounts" -s3.iam=false \
  -s3.port.iceberg=0 -s3.port.lance=0
