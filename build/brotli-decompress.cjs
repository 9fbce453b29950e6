// Stands in the bundles for brotli/decompress.js.
'use strict'

const { brotliDecompressSync } = require('node:zlib')

module.exports = (bytes) => brotliDecompressSync(bytes)
