// The main script of the executable: runs main.cjs with V8's code cache, so that a start need not compile it. The cache
// was made by the same Node with the same options (build/code-cache.cjs). V8 refuses any other, and compiles as usual.
'use strict'

const { isAscii } = require('node:buffer')
const { hash } = require('node:crypto')
const { existsSync, readFileSync } = require('node:fs')
const { Module } = require('node:module')
const { join } = require('node:path')
const { Script } = require('node:vm')
const { zstdDecompressSync } = require('node:zlib')

const digestBytes = 32

/** Returns the digest that a cache of these sources begins with: V8 itself compares no more than their length. */
const digestOf = (bytes) => hash('sha256', bytes, 'buffer')

/** Returns the code cache of main.cjs; undefined when there is none, or it is another one's. */
function readCache(folder, bytes) {
  const path = join(folder, 'main.cache')
  if (!existsSync(path)) return undefined
  const content = readFileSync(path)
  if (!content.subarray(0, digestBytes).equals(digestOf(bytes))) return undefined
  return zstdDecompressSync(content.subarray(digestBytes))
}

/** Returns main.cjs, which is compressed in the executable: unpacking takes less time than reading that much more. */
function readBundle(filename) {
  const packed = `${filename}.zst`
  return existsSync(packed) ? zstdDecompressSync(readFileSync(packed)) : readFileSync(filename)
}

/**
 * Returns the text of a script: one byte a character in memory when all of it is ASCII, which regular expressions and raw
 * templates with Chinese in them are not.
 */
const textOf = (bytes) => (isAscii(bytes) ? bytes.latin1Slice() : bytes.utf8Slice())

/**
 * Runs main.cjs of the folder `folder`.
 *
 * @returns the script, whose compiled functions can be stored
 */
function boot(folder) {
  const filename = join(folder, 'main.cjs')
  const bytes = readBundle(filename)
  const source = Module.wrap(textOf(bytes))
  const cachedData = readCache(folder, bytes)
  // the name is part of the cache, so it is the same whichever folder the build was made in
  const script = new Script(source, { filename: 'main.cjs', cachedData })
  const main = new Module(filename, null)
  script.runInThisContext()(main.exports, Module.createRequire(filename), main, filename, folder)
  return script
}

module.exports = { boot, digestOf, textOf }
if (require.main === module) boot(__dirname)
