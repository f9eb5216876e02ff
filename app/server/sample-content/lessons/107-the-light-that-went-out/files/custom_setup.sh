#!/bin/sh
# Runs before every screen of this lesson and writes the logbook of the lighthouse.
set -eu

mkdir -p logbook/2024 logbook/2025
printf 'The logbook of the lighthouse: a folder for each year, a file for each month.\n' > logbook/README.txt

cat > logbook/2024/june.txt <<'END'
21:40 lamp on
23:05 fog
04:50 lamp off
21:45 lamp on
04:45 lamp off
END

cat > logbook/2024/july.txt <<'END'
21:40 lamp on
02:10 fog
04:55 lamp off
21:35 lamp on
22:50 ship in sight
01:15 fog
05:00 lamp off
END

cat > logbook/2025/june.txt <<'END'
21:40 lamp on
23:15 radio on
23:16 lamp out
23:40 new bulb
04:50 lamp off
21:45 lamp on
00:30 fog
01:10 radio on
01:11 lamp out
01:30 new bulb
04:50 lamp off
END

cat > logbook/2025/july.txt <<'END'
21:40 lamp on
22:20 radio on
22:21 lamp out
22:45 new bulb
04:55 lamp off
21:35 lamp on
23:30 ship in sight
23:50 radio on
23:51 lamp out
00:15 new bulb
05:00 lamp off
21:30 lamp on
02:40 radio on
02:41 lamp out
03:05 new bulb
05:05 lamp off
END
