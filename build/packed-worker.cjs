// Stands in the executable for the bundle of a worker thread or a part of one, which is beside it compressed: together they are a
// quarter of its size. The stack traces, and what the bundle finds beside itself, are those of the bundle.
'use strict'

const { readFileSync } = require('node:fs')
const { zstdDecompressSync } = require('node:zlib')

module._compile(zstdDecompressSync(readFileSync(`${__filename}.zst`)).toString(), __filename)
