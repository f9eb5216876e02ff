#!/bin/sh
# Starts a real S3 server for `platform/server/blobs.test.ts`: Debian's Ceph with its radosgw, in memory, from packages that
# are unpacked and not installed. Takes a folder; prints what to set, and runs until it is stopped.
#
#     sh testing/radosgw.sh /tmp/ceph
#     TEST_S3=http://test:testtest@127.0.0.1:7480 node_modules/.bin/vitest run --project integration
#     platform/server/blobs.test.ts
set -eu
folder=$1
port=${PORT:-7480}
monitor_port=${MONITOR_PORT:-6799}
root=$folder/root
run=$folder/run
mkdir -p "$folder/debs"

if [ ! -x "$root/usr/bin/radosgw" ]; then
  packages=$(apt-get -s install --no-install-recommends radosgw ceph-mon ceph-osd | awk '/^Inst/{print $2}')
  (cd "$folder/debs" && apt-get download $packages)
  for package in "$folder"/debs/*.deb; do dpkg -x "$package" "$root"; done
fi

rm -rf "$run"
mkdir -p "$run/mon" "$run/osd" "$run/rgw"
libraries=$root/usr/lib/$(uname -m)-linux-gnu
export LD_LIBRARY_PATH="$libraries:$root/lib/$(uname -m)-linux-gnu:$libraries/ceph:$root/usr/lib"
export PATH="$root/usr/bin:$PATH"
export CEPH_CONF=$run/ceph.conf
id=$(cat /proc/sys/kernel/random/uuid)

cat > "$CEPH_CONF" <<CONF
[global]
fsid = $id
mon host = 127.0.0.1:$monitor_port
auth cluster required = none
auth service required = none
auth client required = none
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
mon allow pool size one = true
mon osd max pg per osd = 1000
plugin dir = $libraries/ceph
erasure code dir = $libraries/ceph/erasure-code
osd class dir = $libraries/rados-classes
run dir = $run
log file = $run/\$name.log
admin socket = $run/\$name.asok
pid file = $run/\$name.pid
osd objectstore = memstore
memstore device bytes = 2147483648
mon data = $run/mon
osd data = $run/osd
keyring = $run/keyring
rgw data = $run/rgw
rgw frontends = beast endpoint=127.0.0.1:$port
rgw gc max objs = 1
rgw lc max objs = 1
ms bind ipv6 = false
CONF

touch "$run/keyring"
# The older protocol: the newer one requires keys in any case.
monmaptool --create --clobber --addv a "[v1:127.0.0.1:$monitor_port]" --fsid "$id" "$run/monmap" > /dev/null
ceph-mon -i a --mkfs --monmap "$run/monmap" --setuser root --setgroup root > /dev/null
ceph-mon -i a --setuser root --setgroup root -f > "$run/mon.out" 2>&1 & monitor=$!
trap 'kill $monitor ${store:-} ${gateway:-} 2> /dev/null || true' EXIT INT TERM
sleep 1
ceph-osd -i 0 --mkfs --osd-uuid "$(cat /proc/sys/kernel/random/uuid)" --setuser root --setgroup root > /dev/null 2>&1 || true
ceph-osd -i 0 --setuser root --setgroup root -f > "$run/osd.out" 2>&1 & store=$!
radosgw -n client.rgw --setuser root --setgroup root -f > "$run/rgw.out" 2>&1 & gateway=$!

tries=0
until curl -s -o "$run/answer" "http://127.0.0.1:$port"; do
  tries=$((tries + 1))
  [ $tries -lt 120 ] || { echo "radosgw does not respond; see $run/*.out" >&2; exit 1; }
  sleep 1
done
radosgw-admin user create --uid=test --display-name=test --access-key=test --secret-key=testtest > "$run/user" 2>&1
echo "TEST_S3=http://test:testtest@127.0.0.1:$port"
wait $gateway
