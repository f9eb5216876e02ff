# Sourced, after node.sh. Builds the web application when its sources changed since the last build.

web_sources() {
  find web content contract vite.config.ts package.json package-lock.json -type f ! -name '*.test.*' -exec cksum {} + | LC_ALL=C sort | cksum
}

build_web() {
  sources="$(web_sources)"
  if [ -f dist/web.sources ] && [ "$(cat dist/web.sources)" = "$sources" ] && [ -f dist/web/index.html ]; then return 0; fi
  say 'Building the web application …'
  rm -f dist/web.sources
  "$NODE" node_modules/vite/bin/vite.js build --logLevel warn >&2 || fail 'the web application could not be built (see above).'
  "$NODE" scripts/setup/compress-web.ts dist/web
  printf '%s\n' "$sources" >dist/web.sources
}
