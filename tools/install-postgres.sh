#!/usr/bin/env bash
# What the tests of several servers need: Debian's PostgreSQL. They start clusters of their own; none is started here.
# Says plainly what could not be installed; the tests then skip with that line, or fail where PAREO_REQUIRE_ALL=1.
set -u
if compgen -G "/usr/lib/postgresql/*/bin/initdb" >/dev/null || command -v initdb >/dev/null 2>&1; then exit 0; fi
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
  echo "Installing PostgreSQL for the tests of several servers (once) …"
  mkdir -p /etc/postgresql-common/createcluster.d  # the package would start one of its own on port 5432
  echo "create_main_cluster = false" >/etc/postgresql-common/createcluster.d/pareo.conf
  (apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends postgresql) >/dev/null 2>&1 \
    || echo "PostgreSQL could not be installed: its tests will be skipped."
else
  echo "PostgreSQL is not installed (Debian: apt-get install postgresql): its tests will be skipped."
fi
exit 0
