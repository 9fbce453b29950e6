// Loaded into pkg (`node --import`): adds Node's options to the configuration of the executable, for which pkg has no
// setting of its own, and names its main script without the random folder that pkg works in, which Node would write into
// the executable. pkg fails when it wrote no such configuration.
import fs from 'node:fs/promises'
import { execArgv } from './node-options.ts'

const { writeFile } = fs
let added = false
fs.writeFile = (path, content, ...rest) => {
  if (!String(path).endsWith('sea-config.json')) return writeFile(path, content, ...rest)
  added = true
  return writeFile(path, JSON.stringify({ ...JSON.parse(String(content)), main: 'sea-main.js', execArgv }), ...rest)
}

process.on('exit', () => {
  if (added) return
  process.exitCode ||= 1
  process.stderr.write('pkg wrote no sea-config.json, so the executable would lack Node’s options\n')
})
