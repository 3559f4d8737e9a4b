#!/usr/bin/env bash
# What the test of several servers behind one name needs: Debian's nginx, and openssl for its certificate. The test starts
# one of its own; none is started here. Says plainly what could not be installed; the test then skips with that line, or
# fails where PAREO_REQUIRE_ALL=1.
set -u
PATH="$PATH:/usr/sbin:/sbin"
if command -v nginx >/dev/null 2>&1 && command -v openssl >/dev/null 2>&1; then exit 0; fi
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
  echo "Installing nginx for the test of several servers (once) …"
  policy=/usr/sbin/policy-rc.d  # the package would start one of its own on port 80
  if [ ! -e "$policy" ]; then printf '#!/bin/sh\nexit 101\n' >"$policy"; chmod +x "$policy"; trap 'rm -f "$policy"' EXIT; fi
  (apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends nginx-light openssl) >/dev/null 2>&1 \
    || echo "nginx could not be installed: its test will be skipped."
else
  echo "nginx is not installed (Debian: apt-get install nginx-light openssl): its test will be skipped."
fi
exit 0
