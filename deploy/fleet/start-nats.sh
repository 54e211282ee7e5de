#!/bin/sh
# Starts a node of the broker, and has it read its users and its certificate anew whenever these change.
#   start-nats.sh nats-server -c /etc/nats/nats.conf
# Until "heliograph fleet broker-users" has written the users, and the certificate is there, it waits.
set -eu
users=${NATS_USERS:-/etc/nats/users/broker-users.conf}
certificate=${NATS_CERTIFICATE:-}
seen() { cat "$users" $certificate 2>/dev/null | cksum; }

until [ -s "$users" ] && { [ -z "$certificate" ] || [ -s "$certificate" ]; }; do sleep 1; done
before=$(seen)
"$@" &
node=$!
trap 'kill -TERM $node 2>/dev/null || true' TERM INT
while kill -0 $node 2>/dev/null; do
  sleep 2 &
  wait $! || true
  now=$(seen)
  [ "$now" = "$before" ] || { kill -HUP $node && before=$now; }
done
wait $node
