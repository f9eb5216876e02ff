# Sourced, after node.sh. Builds the web application and the server bundle, each only if its sources have changed since its last
# build.

# A checksum of the files, without tests.
sum_of() {
  find "$@" package.json package-lock.json -type f ! -name '*.test.*' -exec cksum {} + | LC_ALL=C sort | cksum
}

# The pages include the guide: app/guide and the guide pages of features.
web_sources() { sum_of platform features app vite.config.ts scripts/web-build scripts/setup/compress-web.ts; }
cli_sources() { sum_of platform features app/cli app/contract app/server/text-worker.ts runner/src scripts/setup/bundle-server.ts; }
server_sources() { sum_of platform features app/server runner/src scripts/setup/bundle-server.ts; }

# build_part name file: runs build_<name> unless dist/<file> exists and dist/<name>.sources matches the sources.
build_part() {
  sources="$("$1_sources")"
  if [ -f "dist/$1.sources" ] && [ "$(cat "dist/$1.sources")" = "$sources" ] && [ -f "dist/$2" ]; then return 0; fi
  rm -f "dist/$1.sources"
  "build_$1"
  printf '%s\n' "$sources" >"dist/$1.sources"
}

build_web() {
  with_progress 'Building the web application' write_web
}

write_web() {
  quietly "$NODE" node_modules/vite/bin/vite.js build --logLevel warn || fail 'the web application could not be built (see above).'
  "$NODE" scripts/setup/compress-web.ts dist/web
}

build_server() {
  with_progress 'Bundling the server' write_server
}

write_server() {
  quietly "$NODE" scripts/setup/bundle-server.ts dist/server || fail 'the server could not be bundled (see above).'
}

build_cli() {
  with_progress 'Bundling the command line' write_cli
}

write_cli() {
  quietly "$NODE" scripts/setup/bundle-server.ts dist/cli cli || fail 'the command line could not be bundled (see above).'
}

# quietly command …: shows what it prints only if it fails. The warnings of build tools are for who changes the product.
quietly() (
  log="$(mktemp)"
  trap 'rm -f "$log"' EXIT
  "$@" >"$log" 2>&1 || {
    status=$?
    cat "$log" >&2
    exit "$status"
  }
)

# Both at the same time: on a first start they take the longest.
build_parts() {
  web=''
  case " $* " in *' web '*)
    build_part web web/index.html &
    web=$!
    ;;
  esac
  case " $* " in *' server '*) build_part server server/main.js ;; esac
  case " $* " in *' cli '*) build_part cli cli/main.js ;; esac
  [ -z "$web" ] || wait "$web" || exit 1
}
