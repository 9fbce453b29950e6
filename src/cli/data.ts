import { type Config, readConfig, StartError } from '#src/core/config.ts'
import {
  hasDatabase,
  isEmptied,
  openDataFolder,
  prepareDataFolder,
  requireKinds,
  toStartError,
} from '#src/core/data-folder.ts'
import type { OpenDatabase } from '#src/db/engine.ts'
import type { Db } from '#src/db/open.ts'
import type { Arguments } from './arguments.ts'
import type { Terminal } from './terminal.ts'

/** Reads the configuration of a command. */
export const readCommandConfig = (args: Arguments, terminal: Terminal): Config => readConfig(args.flags, terminal.env)

/**
 * Runs an operation on the database of the data folder, whether a server is running or not.
 *
 * @param create create the database when there is none, as `user add` does
 * @throws {StartError} dataMissing, notFolder, notFile, and those of opening
 */
export async function withDatabase<T>(
  config: Config,
  create: boolean,
  deed: (at: { db: Db; open: OpenDatabase; now(): Date }) => Promise<T>,
): Promise<T> {
  requireKinds(config.data)
  if (!create && !hasDatabase(config.data) && !isEmptied(config.data))
    throw new StartError('dataMissing', { path: config.data })
  prepareDataFolder(config.data)
  const { open } = await openDataFolder(config.data, { check: false })
  try {
    return await deed({ db: open.db, open, now: () => new Date() })
  } catch (error) {
    throw toStartError(error, config.data) ?? error
  } finally {
    await open.close()
  }
}
