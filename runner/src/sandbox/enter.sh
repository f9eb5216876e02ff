# Runs in its own mount namespace. Mounts the stage of one run and continues as the given command:
#   sh enter.sh STAGE SIZE INODES OWNER CGROUP_PROCS [FOLDER NAME]… -- COMMAND…
# STAGE becomes a tmpfs with work, tmp and shm of OWNER, and each FOLDER under NAME, so that they can be read
# after privileges were dropped, even if FOLDER is below a private home. All of it disappears with the namespace.
set -eu
stage=$1 size=$2 inodes=$3 owner=$4 group=$5
shift 5
if [ -n "$group" ]; then echo $$ > "$group"; fi
mount -t tmpfs -o "size=$size,nr_inodes=$inodes,mode=0711,nosuid,nodev" lessonwright "$stage"
# Not `install -o`: that of Ubuntu 26.04 refuses users without a name.
mkdir -m 0700 "$stage/work" "$stage/tmp" "$stage/shm"
chown "$owner:$owner" "$stage/work" "$stage/tmp" "$stage/shm"
while [ "$1" != -- ]; do
  mkdir "$stage/$2"
  mount --bind "$1" "$stage/$2"
  shift 2
done
shift
exec "$@"
