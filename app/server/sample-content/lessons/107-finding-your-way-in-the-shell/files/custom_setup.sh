#!/bin/sh
# Runs before every screen of this lesson: a garden diary to look around in.
set -eu

mkdir -p garden/2023 garden/2024
printf 'sowed carrots\nwatered\n' > garden/2023/april.txt
printf 'watered\nplanted tomatoes\nwatered\n' > garden/2023/may.txt
printf 'sowed carrots\nsowed peas\nwatered\n' > garden/2024/april.txt
printf 'watered\nwatered\nplanted tomatoes\npicked peas\n' > garden/2024/may.txt
printf 'Our garden, month by month.\n' > garden/README.txt
