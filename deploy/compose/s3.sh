#!/bin/sh
# SeaweedFS with one key for the office, and nobody else but for what is public: it has no rights of single objects.
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
