import { readStored, writeStored } from '#web/lib/storage.ts'
import type { SendModeChoice } from './send-mode.ts'

const isText = (value: unknown): value is string => typeof value === 'string'
const isChoice = (value: unknown): value is SendModeChoice =>
  value === 'auto' || value === 'server' || value === 'browser'

/** Returns the environment last chosen in an item, `first` when none was chosen yet; empty for none. */
export const readChosenEnvironment = (item_id: string, first: string): string =>
  readStored(`docstead.call.env.${item_id}`, first, isText)

/** Saves the chosen environment of an item. */
export const saveChosenEnvironment = (item_id: string, env_id: string) =>
  writeStored(`docstead.call.env.${item_id}`, env_id)

/** Returns the last chosen send mode; `auto` when none was chosen yet. */
export const readSendMode = (): SendModeChoice => readStored<SendModeChoice>('docstead.call.way', 'auto', isChoice)

/** Saves the chosen send mode. */
export const saveSendMode = (way: SendModeChoice) => writeStored('docstead.call.way', way)
