// Run by the Node of the executable, with its options: `node OPTIONS --hash-seed=1 build/code-cache.cjs FOLDER OUTPUT` runs
// main.cjs of FOLDER and writes what V8 has compiled then to OUTPUT: all that runs when modules load, most of a start.
// `docstead version` does nothing more, and the seed of V8's hash tables is fixed, so that the same inputs give the same
// bytes.
'use strict'

const { readFileSync, writeFileSync } = require('node:fs')
const { join, resolve } = require('node:path')
const { setFlagsFromString } = require('node:v8')
const { zstdCompressSync, constants } = require('node:zlib')

const [folder, output] = process.argv.slice(2).map((path) => resolve(path))

process.argv = [process.execPath, join(folder, 'main.cjs'), 'version']
const { boot, digestOf } = require(join(folder, 'boot.cjs'))
const script = boot(folder)
process.on('exit', () => {
  // V8 accepts a cache only with the options that it was made with: back to those of the executable
  setFlagsFromString('--hash-seed=0')
  const params = { [constants.ZSTD_c_compressionLevel]: 19 }
  const packed = zstdCompressSync(script.createCachedData(), { params })
  writeFileSync(output, Buffer.concat([digestOf(readFileSync(join(folder, 'main.cjs'))), packed]))
})
