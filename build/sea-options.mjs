// Loaded into pkg (`node --import`): adds Node's options to the configuration of the executable, for which pkg has no
// setting of its own.
import fs from 'node:fs/promises'

/**
 * The young generation may take 3 x 16 MB instead of 3 x 64 MB. Measured under 64 connections: 60 to 100 MB less, and no
 * slower (8 MB costs a tenth more).
 */
const execArgv = ['--max-semi-space-size=16']

const { writeFile } = fs
fs.writeFile = (path, content, ...rest) =>
  writeFile(
    path,
    String(path).endsWith('sea-config.json') ? JSON.stringify({ ...JSON.parse(String(content)), execArgv }) : content,
    ...rest,
  )
