#!/bin/sh
# SeaweedFS with one key for the office. It has no per-object ACLs, so everyone may read the public paths, and only those.
set -eu

umask 077
cat > /tmp/s3.json << CONFIG
{
  "identities": [
    {
      "name": "office",
      "credentials": [{ "accessKey": "office", "secretKey": "$FILES_SECRET" }],
      "actions": ["Admin", "Read", "Write", "List"]
    },
    {
      "name": "anonymous",
      "actions": ["Read:office/images/*", "Read:office/audios/*", "Read:office/test/audios/*"]
    }
  ]
}
CONFIG
exec weed server -dir=/data -ip=s3 -ip.bind=0.0.0.0 -master.volumeSizeLimitMB=1024 -volume.max=0 -s3 -s3.config=/tmp/s3.json
