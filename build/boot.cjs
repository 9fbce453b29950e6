// The main script of the executable: runs main.cjs with V8's code cache, so that a start need not compile it. The cache
// was made by the same Node with the same options (build/code-cache.cjs). V8 refuses any other, and compiles as usual.
'use strict'

const { existsSync, readFileSync } = require('node:fs')
const { Module } = require('node:module')
const { join } = require('node:path')
const { Script } = require('node:vm')

/**
 * Runs main.cjs of the folder `folder`.
 *
 * @returns the script, whose compiled functions can be stored
 */
function boot(folder) {
  const filename = join(folder, 'main.cjs')
  const cache = join(folder, 'main.cache')
  // the bundle is ASCII: one byte a character in memory
  const source = Module.wrap(readFileSync(filename, 'latin1'))
  const cachedData = existsSync(cache) ? readFileSync(cache) : undefined
  // the name is part of the cache, so it is the same whichever folder the build was made in
  const script = new Script(source, { filename: 'main.cjs', cachedData })
  const main = new Module(filename, null)
  script.runInThisContext()(main.exports, Module.createRequire(filename), main, filename, folder)
  return script
}

module.exports = { boot }
if (require.main === module) boot(__dirname)
