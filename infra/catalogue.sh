#!/bin/sh
# The command `catalogue` inside of the image, where everything is built.
exec node --enable-source-maps /app/dist/catalogue.js "$@"
