#!/usr/bin/env bash
# What the browser tests need: Debian's Chromium and axe-core from npm. Says plainly what could not be installed; the
# tests then skip with that line, or fail where PAREO_REQUIRE_ALL=1.
set -u
cd "$(dirname "$0")/.."
if ! command -v chromium >/dev/null 2>&1; then
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "Installing Chromium for the browser tests (once) …"
    (apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium) >/dev/null 2>&1 \
      || echo "Chromium could not be installed: browser tests will be skipped."
  else
    echo "Chromium is not installed (Debian: apt-get install chromium): browser tests will be skipped."
  fi
fi
if [ ! -f .venv/axe/node_modules/axe-core/axe.min.js ]; then
  if command -v npm >/dev/null 2>&1; then
    npm install --silent --no-audit --no-fund --no-package-lock --prefix .venv/axe axe-core >/dev/null 2>&1 \
      || echo "axe-core could not be installed: accessibility tests will be skipped."
  else
    echo "npm is not installed: accessibility tests will be skipped."
  fi
fi
exit 0
